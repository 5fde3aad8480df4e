package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.feeds.display.FeedsJson;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.Json;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Prints the events of sources.
@Command(
        name = "events",
        description = {
            "Prints the events of all sources in order, numbered without gaps.",
            "To miss none, keep the last number and pass it to --after. With --json, each event is"
                    + " one object per line."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds events --follow",
            "  pawl feeds events --after 120 --json"
        })
final class EventsCommand implements Callable<Integer> {
    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final int PAGE = 500;

    private final FeedsContext context;
    private final Shell shell;

    @Option(names = "--follow", description = "Keep printing new events until Ctrl-C.")
    boolean follow;

    @Option(
            names = "--after",
            paramLabel = "N",
            description = "Print only events after this number (default: 0).")
    long after;

    EventsCommand(FeedsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws InterruptedException {
        if (after < 0) throw CommandException.usage("--after must be 0 or more, found " + after);
        long last = print(after);
        return follow ? shell.shutdown.during(() -> follow(last)) : ExitCode.OK;
    }

    private int follow(long start) throws InterruptedException {
        long last = start;
        while (!shell.shutdown.isRequestedWithin(INTERVAL)) last = print(last);
        return ExitCode.OK;
    }

    /// Prints all events after a number, and returns the number of the last one.
    private long print(long start) {
        long last = start;
        while (true) {
            long from = last;
            List<ProviderEvent> page = context.view(view -> view.events(from, PAGE));
            for (ProviderEvent each : page) print(each);
            shell.out.flush();
            if (page.isEmpty()) return last;
            last = page.getLast().number();
        }
    }

    private void print(ProviderEvent event) {
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
                                HumanText.time(event.at()),
                                event.provider(),
                                event.type(),
                                count,
                                detail));
    }
}
