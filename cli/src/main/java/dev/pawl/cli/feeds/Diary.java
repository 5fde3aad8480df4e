package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.SourceKind;
import dev.pawl.orchestrator.Board;
import dev.pawl.orchestrator.lifecycle.Event;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// What happens to sources, a line each, from the last event before on.
final class Diary implements Picture {
    private static final int PAGE = 500;

    private final Shell shell;
    private final Asker asker;
    private long last;
    private String state;

    /// Begins behind everything that has happened.
    Diary(Shell shell, Asker asker) {
        this.shell = shell;
        this.asker = asker;
        this.last = asker.ask(Diary::end);
        this.state = asker.ask(board -> Look.at(shell.now(), board)).state();
    }

    private static long end(Board board) {
        long end = 0;
        List<Event> page = board.events(end, PAGE);
        while (!page.isEmpty()) {
            end = page.getLast().number();
            page = board.events(end, PAGE);
        }
        return end;
    }

    @Override
    public void show(Look look) {
        List<Event> news = asker.ask(board -> board.events(last, PAGE));
        for (Event each : news) {
            last = each.number();
            if (isNews(each.type())) shell.say(line(each, look));
        }
        if (!state.equals(look.state())) {
            state = look.state();
            shell.say("%s  %s".formatted(Words.time(look.at()), state));
        }
        shell.out.flush();
    }

    /// Returns whether people want to know: how far it is, and with how many permits, they ask.
    private static boolean isNews(Event.Type type) {
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

    private static String line(Event event, Look look) {
        String words =
                event.type()
                        .name()
                        .toLowerCase(Locale.ROOT)
                        .replace("provider_", "")
                        .replace('_', ' ');
        Optional<String> outcome =
                event.type() == Event.Type.PROVIDER_COMPLETED
                        ? SourceKind.find(event.provider()).flatMap(look::find).map(Outcomes::words)
                        : Optional.of(event.detail()).filter(detail -> !detail.isEmpty());
        return "%s  %s %s%s"
                .formatted(
                        Words.time(event.at()),
                        event.provider(),
                        words,
                        outcome.map(detail -> ": " + detail).orElse(""));
    }

    @Override
    public void close() {}

    /// Whoever answers questions to the board.
    interface Asker {
        <T> T ask(Function<Board, T> question);
    }
}
