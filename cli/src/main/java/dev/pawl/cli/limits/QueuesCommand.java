package dev.pawl.cli.limits;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.control.ControlRequest.ListQueues;
import dev.pawl.engine.control.QueueView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/// Lists queues.
@Command(
        name = "queues",
        description = "Lists queues: their limits, held slots and waiting runs.",
        footer = {
            "",
            "Examples:",
            "  pawl queues",
            "  pawl queues resize imports 8",
            "  pawl queues pause imports",
            "  pawl queues set imports --concurrency 4 --per-key 1 --rate 100/1m"
        })
public final class QueuesCommand implements Callable<Integer> {
    private final Shell shell;

    QueuesCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        List<QueueView> queues = shell.execute(new ListQueues());
        if (shell.json) return shell.json(queues.stream().map(QueuesCommand::json).toList());
        shell.show(table(shell, queues), "No queues.");
        return ExitCode.OK;
    }

    public static Table table(Shell shell, List<QueueView> queues) {
        Table table = shell.table("QUEUE", "SLOTS", "HELD", "WAITING", "PER KEY", "RATE", "");
        for (QueueView queue : queues) {
            QueueSettings settings = queue.settings();
            table.row(
                    settings.name(),
                    HumanText.limit(settings.concurrency()),
                    queue.held(),
                    queue.waiting(),
                    HumanText.limit(settings.perKey()),
                    rate(settings),
                    notes(shell, queue));
        }
        return table;
    }

    private static String notes(Shell shell, QueueView queue) {
        List<String> notes = new ArrayList<>();
        if (queue.settings().paused()) notes.add("paused");
        QueueSettings declared = queue.declared();
        if (declared != null) notes.add("code declares " + declared.limits());
        return notes.isEmpty() ? "" : shell.paint.yellow(String.join("; ", notes));
    }

    private static String rate(QueueSettings settings) {
        return settings.rateWindow() == null || settings.rateCount() == 0
                ? "-"
                : settings.rateCount() + " per " + HumanText.brief(settings.rateWindow());
    }

    public static Map<String, @Nullable Object> json(QueueView queue) {
        QueueSettings settings = queue.settings();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", settings.name());
        json.put("concurrency", settings.concurrency());
        json.put("perKey", settings.perKey());
        json.put("rateCount", settings.rateCount());
        json.put("rateWindow", settings.rateWindow());
        json.put("paused", settings.paused());
        json.put("held", queue.held());
        json.put("waiting", queue.waiting());
        json.put("declared", queue.declared());
        return json;
    }

    /// Prints one queue after a change.
    static int print(Shell shell, QueueView queue) {
        if (shell.json) return shell.json(json(queue));
        table(shell, List.of(queue)).print(shell.out);
        return ExitCode.OK;
    }
}
