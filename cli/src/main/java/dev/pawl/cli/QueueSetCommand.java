package dev.pawl.cli;

import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.QueueView;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Declares a queue or changes its limits.
@Command(
        name = "set",
        description = "Declares a queue, or changes its limits; what is not named stays as it is.")
final class QueueSetCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "NAME", description = "The queue.")
    String name = "";

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description = "Runs that execute at once; 0 is no limit.")
    @Nullable Integer concurrency;

    @Option(
            names = "--per-key",
            paramLabel = "N",
            description = "Runs of one key that execute at once; 0 is no limit.")
    @Nullable Integer perKey;

    @Option(
            names = "--rate",
            paramLabel = "N/TIME",
            description = "Runs that begin per time, such as 100/1m; 'none' is no limit.")
    @Nullable String rate;

    QueueSetCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (concurrency == null && perKey == null && rate == null) {
            throw Trouble.usage("say what to set: --concurrency N, --per-key N or --rate N/TIME");
        }
        try (Control control = shell.open()) {
            QueueSettings before =
                    control.queues().stream()
                            .map(QueueView::settings)
                            .filter(queue -> queue.name().equals(name))
                            .findFirst()
                            .orElseGet(() -> QueueSettings.unlimited(name));
            control.setQueue(changed(before));
            return QueuesCommand.changed(shell, control, name);
        } catch (IllegalArgumentException e) {
            throw Trouble.usage(String.valueOf(e.getMessage()));
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
            return next.rate(count, duration(parts.length < 2 ? "" : parts[1].strip()));
        } catch (NumberFormatException | DateTimeParseException _) {
            throw Trouble.usage(
                    "--rate is a count per time such as 100/1m or 5/30s, not '%s'".formatted(rate));
        }
    }

    private static Duration duration(String text) {
        String iso = text.toUpperCase(Locale.ROOT);
        Duration time = Duration.parse(iso.startsWith("P") ? iso : "PT" + iso);
        if (time.isPositive()) return time;
        throw new DateTimeParseException("a rate needs a time that passes", text, 0);
    }
}
