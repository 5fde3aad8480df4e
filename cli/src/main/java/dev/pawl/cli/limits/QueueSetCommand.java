package dev.pawl.cli.limits;

import dev.pawl.cli.screen.HumanAmounts;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlRequest.ListQueues;
import dev.pawl.engine.control.ControlRequest.SetQueue;
import dev.pawl.engine.control.QueueView;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Creates a queue or changes its limits.
@Command(
        name = "set",
        description =
                "Creates a queue or changes its limits; limits that are not given stay unchanged.")
final class QueueSetCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "NAME", description = "Name of the queue.")
    String name = "";

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description = "Number of runs that can execute at once; 0 means no limit.")
    @Nullable Integer concurrency;

    @Option(
            names = "--per-key",
            paramLabel = "N",
            description = "Number of runs of one key that can execute at once; 0 means no limit.")
    @Nullable Integer perKey;

    @Option(
            names = "--rate",
            paramLabel = "N/TIME",
            description =
                    "Number of runs that can start per time, such as 100/1m; 'none' means no"
                            + " limit.")
    @Nullable String rate;

    QueueSetCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (concurrency == null && perKey == null && rate == null) {
            throw CommandException.usage(
                    "nothing to set: add --concurrency N, --per-key N or --rate N/TIME");
        }
        try (Control control = shell.open()) {
            QueueSettings before =
                    control.execute(new ListQueues()).stream()
                            .map(QueueView::settings)
                            .filter(queue -> queue.name().equals(name))
                            .findFirst()
                            .orElseGet(() -> QueueSettings.unlimited(name));
            return QueuesCommand.print(shell, control.execute(new SetQueue(changed(before))));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    private QueueSettings changed(QueueSettings before) {
        QueueSettings next = before;
        if (concurrency != null) next = next.concurrency(concurrency);
        if (perKey != null) next = next.perKey(perKey);
        if (rate == null) return next;
        if (rate.equals("none")) return next.rate(0, Duration.ofSeconds(1));
        String[] parts = rate.split("/", 2);
        try {
            int count = Integer.parseInt(parts[0].strip());
            return next.rate(count, HumanAmounts.time(parts.length < 2 ? "" : parts[1]));
        } catch (IllegalArgumentException _) {
            throw CommandException.usage(
                    "--rate must be a count per time such as 100/1m or 5/30s, found '%s'"
                            .formatted(rate));
        }
    }
}
