package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.DiamondsArguments;
import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.DiamondsOpening;
import dev.pawl.cli.diamonds.context.FeedOption;
import dev.pawl.cli.diamonds.context.OwnRun;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.machine.JsonCodec;
import dev.pawl.pipeline.watermark.RewindMachine;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Moves a watermark back.
@Command(
        name = "rewind",
        description = {
            "Moves the watermark of a feed back, so that the next incremental run loads again what"
                    + " has changed since.",
            "With --preview it shows what that would be, and changes nothing."
        },
        footer = {
            "",
            "Examples:",
            "  pawl diamonds watermark rewind --to 2d --preview",
            "  pawl diamonds watermark rewind --to 2026-11-01T00:00:00Z --reason \"bad mapping\""
        })
final class WatermarkRewindCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            required = true,
            description = "New watermark: an age such as 12h or 7d, a local date, or a timestamp.")
    String to = "";

    @Option(names = "--preview", description = "Show what would be loaded again.")
    boolean preview;

    @Mixin FeedOption feed = new FeedOption();
    @Mixin ByOptions by = new ByOptions();
    @Mixin DiamondsOpening opening = new DiamondsOpening();

    WatermarkRewindCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws InterruptedException {
        Instant time = DiamondsArguments.time("--to", to, shell.now());
        RewindMachine.Preview found =
                context.ask(store -> RewindMachine.preview(store::query, feed.feed(), time))
                        .orElseThrow(() ->
                                CommandException.notFound(
                                        "the feed '%s' has no watermark".formatted(feed.feed())));
        if (!time.isBefore(found.from())) {
            throw CommandException.refused(
                    "expected a time before the watermark, which is %s, found %s"
                            .formatted(found.from(), time));
        }
        if (preview) return show(found);
        var request =
                new RewindMachine.Rewind(
                        feed.feed(), found.version(), time, by.by().actor(), by.by().reason());
        RewindMachine.RewindEnd end =
                JsonCodec.JSON.decode(
                        new OwnRun(context, opening)
                                .response(diamonds -> diamonds.pipeline().rewind(request)),
                        RewindMachine.RewindEnd.class);
        if (shell.json) return shell.json(end);
        shell.say(
                "The watermark of %s is %s now; the next incremental run loads from there."
                        .formatted(feed.feed(), time));
        return ExitCode.OK;
    }

    private int show(RewindMachine.Preview found) {
        if (shell.json) return shell.json(found);
        shell.say(
                ("A rewind from %s to %s loads again what %,d completed runs loaded: at most %,d"
                                + " stones.")
                        .formatted(found.from(), found.to(), found.runs(), found.items()));
        shell.say("Nothing was changed. Leave --preview away to rewind.");
        return ExitCode.OK;
    }
}
