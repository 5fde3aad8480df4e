package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.DiamondsOpening;
import dev.pawl.cli.diamonds.context.FeedOption;
import dev.pawl.cli.diamonds.context.OwnRun;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.order.ReplayMachine.ReplayDone;
import dev.pawl.diamonds.order.ReplayMachine.ReplayRequest;
import dev.pawl.machine.JsonCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Tries quarantined stones again.
@Command(
        name = "replay",
        description = {
            "Maps and prices quarantined stones again from their stored payloads.",
            "Stones that are accepted leave quarantine; the others stay, with the current reason."
        },
        footer = {
            "",
            "Examples:",
            "  pawl diamonds quarantine replay",
            "  pawl diamonds quarantine replay DIAMOND/0540b97a"
        })
final class StoneQuarantineReplayCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    @Parameters(
            paramLabel = "STONE",
            arity = "0..*",
            description = "Ids of stones (default: all that are quarantined).")
    List<String> stones = new ArrayList<>();

    @Mixin FeedOption feed = new FeedOption();
    @Mixin DiamondsOpening opening = new DiamondsOpening();

    StoneQuarantineReplayCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws InterruptedException {
        String actor = new ByOptions().by().actor();
        ReplayRequest request = new ReplayRequest(feed.feed(), stones, actor);
        ReplayDone done =
                JsonCodec.JSON.decode(
                        new OwnRun(context, opening)
                                .response(diamonds -> diamonds.replays().start(request)),
                        ReplayDone.class);
        if (shell.json) return shell.json(done);
        shell.say(
                "Replayed %,d stones: %,d were accepted, %,d stay in quarantine."
                        .formatted(
                                done.stones(), done.accepted(), done.stones() - done.accepted()));
        return ExitCode.OK;
    }
}
