package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.FeedOption;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Command.Cancel;
import dev.pawl.engine.control.ControlRequest.CommandRun;
import dev.pawl.engine.control.ControlRequest.GetLiveness;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.run.Run;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Cancels the live run of a feed.
@Command(
        name = "cancel",
        description = {
            "Ends the live run of a feed. The watermark stays, and what was read stays stored.",
            "The next run loads the same window again, and writes nothing twice."
        },
        footer = {"", "Examples:", "  pawl diamonds cancel --reason \"wrong supplier\""})
final class DiamondsCancelCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    @Mixin FeedOption feed = new FeedOption();
    @Mixin ByOptions by = new ByOptions();

    DiamondsCancelCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        Run live =
                context.ask(store -> store.live(RunState.MACHINE, feed.feed()))
                        .orElseThrow(() ->
                                CommandException.refused(
                                        "no run of %s is active".formatted(feed.feed())));
        Run run = shell.execute(new CommandRun(live.id(), new Cancel(), by.by()));
        boolean isOpen = shell.execute(new GetLiveness()).live();
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("engineRun", run.id().toString());
            json.put("engine", isOpen);
            return shell.json(json);
        }
        shell.say(
                isOpen
                        ? "Cancelling run %s.".formatted(run.id())
                        : "Run %s is cancelled; the next `pawl diamonds run` cleans it up first."
                                .formatted(run.id()));
        return ExitCode.OK;
    }
}
