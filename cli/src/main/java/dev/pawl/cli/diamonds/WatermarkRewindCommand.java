package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.DiamondsArguments;
import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.FeedOption;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Submission;
import dev.pawl.engine.control.ControlRequest.GetLiveness;
import dev.pawl.engine.control.ControlRequest.StartRun;
import dev.pawl.pipeline.watermark.RewindMachine;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.Map;
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

    WatermarkRewindCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
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
        RunId id =
                shell.execute(
                        new StartRun(
                                Submission.of(
                                        RewindMachine.REWIND.start(request).key(feed.feed()))));
        boolean isOpen = shell.execute(new GetLiveness()).live();
        if (shell.json) return shell.json(Map.of("engineRun", id.toString(), "engine", isOpen));
        shell.say(
                isOpen
                        ? "Rewinding the watermark of %s to %s.".formatted(feed.feed(), time)
                        : "No engine is open: the order is stored, and the next `pawl diamonds run`"
                                + " carries it out.");
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
