package dev.pawl.cli.limits;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Lease;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.control.ControlRequest.ListPools;
import dev.pawl.engine.control.PoolView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/// Lists permit pools.
@Command(
        name = "pools",
        description = "Lists permit pools and the holders of their permits.",
        footer = {"", "Examples:", "  pawl pools", "  pawl pools release db 0G7Z3K9QW2XVB"})
public final class PoolsCommand implements Callable<Integer> {
    private static final int HOLDERS_MAX = 5;

    private final Shell shell;

    PoolsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        List<PoolView> pools = shell.execute(new ListPools());
        if (shell.json) return shell.json(pools.stream().map(PoolsCommand::json).toList());
        shell.show(table(shell, pools), "No permit pools.");
        return ExitCode.OK;
    }

    public static Table table(Shell shell, List<PoolView> pools) {
        Table table = shell.table("POOL", "PERMITS", "OUT", "HELD BY", "");
        for (PoolView pool : pools) {
            PoolSettings declared = pool.declared();
            table.row(
                    pool.settings().name(),
                    pool.settings().capacity(),
                    pool.out(),
                    holders(pool),
                    declared == null
                            ? ""
                            : shell.paint.yellow("code declares " + declared.capacity()));
        }
        return table;
    }

    private static String holders(PoolView pool) {
        String names =
                pool.leases().stream()
                        .limit(HOLDERS_MAX)
                        .map(lease -> "%s (%d)".formatted(lease.holder(), lease.count()))
                        .collect(Collectors.joining(", "));
        return pool.leases().size() > HOLDERS_MAX ? names + ", …" : names;
    }

    public static Map<String, @Nullable Object> json(PoolView pool) {
        List<Lease> leases = pool.leases();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", pool.settings().name());
        json.put("capacity", pool.settings().capacity());
        json.put("out", pool.out());
        json.put("leases", leases);
        json.put("declared", pool.declared());
        return json;
    }
}
