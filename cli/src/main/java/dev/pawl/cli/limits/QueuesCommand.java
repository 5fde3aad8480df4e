package dev.pawl.cli.limits;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.ListPrinter;
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
        return printer(shell).print(shell.execute(new ListQueues()), QueuesCommand::json);
    }

    public static ListPrinter<QueueView> printer(Shell shell) {
        return new ListPrinter<QueueView>(shell, "No queues.")
                .column("QUEUE", queue -> queue.settings().name())
                .column("SLOTS", queue -> HumanText.limit(queue.settings().concurrency()))
                .column("HELD", QueueView::held)
                .column("WAITING", QueueView::waiting)
                .column("PER KEY", queue -> HumanText.limit(queue.settings().perKey()))
                .column("RATE", queue -> rate(queue.settings()))
                .column("", queue -> notes(shell, queue));
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
        printer(shell).table(List.of(queue)).print(shell.out);
        return ExitCode.OK;
    }
}
