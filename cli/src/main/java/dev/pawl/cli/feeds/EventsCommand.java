package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.control.Json;
import dev.pawl.orchestrator.lifecycle.Event;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Prints what happened to sources.
@Command(
        name = "events",
        description = {
            "Prints the events of all sources in order, numbered without gaps.",
            "Whoever keeps the last number and asks --after it misses none. With --json each event"
                    + " is an object on a line of its own."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds events --follow",
            "  pawl feeds events --after 120 --json"
        })
final class EventsCommand implements Callable<Integer> {
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int PAGE = 500;

    private final Desk desk;
    private final Shell shell;

    @Option(names = "--follow", description = "Go on with what happens, until Ctrl-C.")
    boolean follow;

    @Option(
            names = "--after",
            paramLabel = "N",
            description = "Only those after this number (default: 0).")
    long after;

    EventsCommand(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    @Override
    public Integer call() throws InterruptedException {
        if (after < 0) throw Trouble.usage("--after is 0 or more, not " + after);
        long last = print(after);
        if (!follow) return ExitCode.OK;
        shell.ending.begin();
        try {
            while (!shell.ending.isWantedWithin(LOOK)) last = print(last);
            return ExitCode.OK;
        } finally {
            shell.ending.done();
        }
    }

    /// Prints all events behind a number, and returns the number of the last.
    private long print(long behind) {
        long last = behind;
        while (true) {
            long from = last;
            List<Event> page = desk.board(board -> board.events(from, PAGE));
            for (Event each : page) print(each);
            shell.out.flush();
            if (page.isEmpty()) return last;
            last = page.getLast().number();
        }
    }

    private void print(Event event) {
        if (shell.json) {
            shell.say(Json.line(FeedsJson.event(event)));
            return;
        }
        String count = event.count() == 0 ? "" : " %,d".formatted(event.count());
        String detail = event.detail().isEmpty() ? "" : "  " + event.detail();
        shell.say(
                "%6d  %s  %-7s %s%s%s"
                        .formatted(
                                event.number(),
                                Words.time(event.at()),
                                event.provider(),
                                event.type(),
                                count,
                                detail));
    }
}
