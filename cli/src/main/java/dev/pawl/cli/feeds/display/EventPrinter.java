package dev.pawl.cli.feeds.display;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.SourceKind;
import dev.pawl.orchestrator.OrchestrationView;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// Prints a line for each new event of the sources.
public final class EventPrinter implements RunDisplay {
    private static final int PAGE = 500;

    private final Shell shell;
    private final ViewReader reader;
    private long last;
    private String state;

    /// Starts after the last recorded event.
    EventPrinter(Shell shell, ViewReader reader) {
        this.shell = shell;
        this.reader = reader;
        this.last = reader.read(EventPrinter::end);
        this.state = reader.read(view -> SourcesSnapshot.at(shell.now(), view)).state();
    }

    private static long end(OrchestrationView view) {
        long end = 0;
        List<ProviderEvent> page = view.events(end, PAGE);
        while (!page.isEmpty()) {
            end = page.getLast().number();
            page = view.events(end, PAGE);
        }
        return end;
    }

    @Override
    public void show(SourcesSnapshot snapshot) {
        List<ProviderEvent> events = reader.read(view -> view.events(last, PAGE));
        for (ProviderEvent each : events) {
            last = each.number();
            if (isShown(each.type())) shell.say(line(each, snapshot));
        }
        if (!state.equals(snapshot.state())) {
            state = snapshot.state();
            shell.say("%s  %s".formatted(HumanText.time(snapshot.at()), state));
        }
        shell.out.flush();
    }

    // Grants and checkpoints come many times a second; `pawl feeds events` prints them.
    private static boolean isShown(ProviderEvent.Type type) {
        return switch (type) {
            case PROVIDER_STARTED,
                    PROVIDER_COMPLETED,
                    PROVIDER_FAILED,
                    PROVIDER_PAUSED,
                    PROVIDER_RESUMED,
                    QUOTA_REVOKED,
                    RATE_LIMITED ->
                    true;
            case QUOTA_GRANTED, CHECKPOINT -> false;
        };
    }

    private static String line(ProviderEvent event, SourcesSnapshot snapshot) {
        String type =
                event.type()
                        .name()
                        .toLowerCase(Locale.ROOT)
                        .replace("provider_", "")
                        .replace('_', ' ');
        Optional<String> outcome =
                event.type() == ProviderEvent.Type.PROVIDER_COMPLETED
                        ? SourceKind.find(event.provider())
                                .flatMap(snapshot::find)
                                .map(SourceOutcomes::text)
                        : Optional.of(event.detail()).filter(detail -> !detail.isEmpty());
        return "%s  %s %s%s"
                .formatted(
                        HumanText.time(event.at()),
                        event.provider(),
                        type,
                        outcome.map(detail -> ": " + detail).orElse(""));
    }

    @Override
    public void close() {}

    /// Reads the state of the orchestration.
    public interface ViewReader {
        <T> T read(Function<OrchestrationView, T> question);
    }
}
