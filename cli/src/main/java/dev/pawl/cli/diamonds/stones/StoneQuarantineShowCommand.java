package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.FeedOption;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.quarantine.QuarantinedStone;
import dev.pawl.diamonds.quarantine.StoneQuarantine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Shows a quarantined stone.
@Command(
        name = "show",
        description = "Shows a quarantined stone with its payload.",
        footer = {"", "Examples:", "  pawl diamonds quarantine show DIAMOND/0540b97a"})
final class StoneQuarantineShowCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    @Parameters(paramLabel = "STONE", description = "Id of the stone in the list.")
    String stone = "";

    @Mixin FeedOption feed = new FeedOption();

    StoneQuarantineShowCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        Map<String, @Nullable Object> shown =
                context.ask(store -> {
                    QuarantinedStone found =
                            StoneQuarantine.find(store::query, feed.feed(), stone)
                                    .orElseThrow(() ->
                                            CommandException.notFound(
                                                    "no stone '%s' is quarantined"
                                                            .formatted(stone)));
                    Map<String, @Nullable Object> all = new LinkedHashMap<>();
                    all.put("stone", found.stoneId());
                    all.put("field", found.field());
                    all.put("reason", found.reason());
                    all.put("since", found.since());
                    all.put("run", found.run());
                    all.put("payload", StoneQuarantine.payload(store::query, found).orElse(null));
                    return all;
                });
        if (shell.json) return shell.json(shown);
        shown.forEach((name, value) -> shell.say("%-8s  %s".formatted(name, value)));
        return ExitCode.OK;
    }
}
