package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.pipeline.watermark.Watermark;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Shows watermarks.
@Command(
        name = "watermark",
        description = "Shows up to when each feed is loaded, and by which run.",
        footer = {
            "",
            "Examples:",
            "  pawl diamonds watermark",
            "  pawl diamonds watermark history",
            "  pawl diamonds watermark rewind --to 2d --preview"
        })
final class WatermarkCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    WatermarkCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        List<Watermark> all = context.ask(store -> Watermark.all(store::query));
        if (shell.json) return shell.json(all);
        Table table = shell.table("FEED", "WATERMARK", "RUN", "VERSION", "SINCE");
        for (Watermark each : all) {
            table.row(
                    each.feed(),
                    each.value(),
                    HumanText.orDash(each.run()),
                    each.version(),
                    HumanText.ago(each.updatedAt(), shell.now()));
        }
        shell.show(table, "No watermarks: no run has completed yet.");
        return ExitCode.OK;
    }
}
