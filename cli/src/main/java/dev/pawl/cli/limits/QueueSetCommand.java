package dev.pawl.cli.limits;

import dev.pawl.cli.screen.HumanAmounts;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlRequest.ChangeQueue;
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
        ChangeQueue change;
        try {
            change = change();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
        try (Control control = shell.open()) {
            return QueuesCommand.print(shell, control.execute(change));
        }
    }

    private ChangeQueue change() {
        ChangeQueue unrated = new ChangeQueue(name, concurrency, perKey, 0, Duration.ofSeconds(1));
        if (rate == null) return new ChangeQueue(name, concurrency, perKey, null, null);
        if (rate.equals("none")) return unrated;
        String[] parts = rate.split("/", 2);
        try {
            int count = Integer.parseInt(parts[0].strip());
            Duration window = HumanAmounts.time(parts.length < 2 ? "" : parts[1]);
            return new ChangeQueue(name, concurrency, perKey, count, window);
        } catch (IllegalArgumentException _) {
            throw CommandException.usage(
                    "--rate must be a count per time such as 100/1m or 5/30s, found '%s'"
                            .formatted(rate));
        }
    }
}
