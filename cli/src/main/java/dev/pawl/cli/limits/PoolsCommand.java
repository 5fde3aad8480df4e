package dev.pawl.cli.limits;

import dev.pawl.cli.shell.ListPrinter;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.control.ControlRequest.ListPools;
import dev.pawl.engine.control.PoolView;
import java.util.LinkedHashMap;
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
        return printer(shell).print(shell.execute(new ListPools()), PoolsCommand::json);
    }

    public static ListPrinter<PoolView> printer(Shell shell) {
        return new ListPrinter<PoolView>(shell, "No permit pools.")
                .column("POOL", pool -> pool.settings().name())
                .column("PERMITS", pool -> pool.settings().capacity())
                .column("OUT", PoolView::out)
                .column("HELD BY", PoolsCommand::holders)
                .column("", pool -> note(shell, pool));
    }

    private static String note(Shell shell, PoolView pool) {
        PoolSettings declared = pool.declared();
        if (declared == null) return "";
        return shell.paint.yellow("code declares " + declared.capacity());
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
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", pool.settings().name());
        json.put("capacity", pool.settings().capacity());
        json.put("out", pool.out());
        json.put("leases", pool.leases());
        json.put("declared", pool.declared());
        return json;
    }
}
