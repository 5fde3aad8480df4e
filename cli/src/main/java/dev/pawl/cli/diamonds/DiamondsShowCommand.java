package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.FeedOption;
import dev.pawl.cli.diamonds.display.DiamondsJson;
import dev.pawl.cli.diamonds.display.HeatStrip;
import dev.pawl.cli.diamonds.display.LoadSummary;
import dev.pawl.cli.diamonds.display.RunStates;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.pipeline.table.PartitionRow;
import dev.pawl.pipeline.table.RunRow;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Shows a run.
@Command(
        name = "show",
        description = "Shows a run: its window, its partitions, and where its stones went.",
        footer = {
            "",
            "Examples:",
            "  pawl diamonds show",
            "  pawl diamonds show 5ee0429f",
            "  pawl diamonds show 5ee0429f --json"
        })
final class DiamondsShowCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    @Parameters(
            paramLabel = "RUN",
            arity = "0..1",
            description = "Start of the run's id (default: the newest run).")
    String run = "";

    @Mixin FeedOption feed = new FeedOption();

    DiamondsShowCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        Shown shown =
                context.ask(store -> {
                    RunRow row = DiamondsContext.run(store, feed.feed(), run);
                    return new Shown(
                            row,
                            RunStates.of(store, row),
                            PartitionRow.all(store::query, row.run()));
                });
        if (shell.json) return shell.json(json(shown));
        print(shown);
        return ExitCode.OK;
    }

    private static Map<String, @Nullable Object> json(Shown shown) {
        Map<String, @Nullable Object> json = DiamondsJson.run(shown.row(), shown.state());
        json.put("partitions", shown.partitions().stream().map(DiamondsJson::partition).toList());
        return json;
    }

    private void print(Shown shown) {
        RunRow row = shown.row();
        shell.say(
                "%s  %s run of %s"
                        .formatted(
                                RunStates.painted(shell.paint, shown.state()),
                                row.origin().type(),
                                row.origin().feed()));
        shell.say("run        %s (engine %s)".formatted(row.run(), row.origin().engineRun()));
        shell.say("trace      " + row.origin().traceId());
        shell.say(
                "window     %s to %s"
                        .formatted(
                                row.window().from() == null ? "the start" : row.window().from(),
                                row.window().to()));
        shell.say(
                "watermark  %s, then %s"
                        .formatted(
                                row.marks().before() == null ? "none" : row.marks().before(),
                                row.marks().after() == null ? "unchanged" : row.marks().after()));
        if (row.notes().failure() != null) shell.say("failure    " + row.notes().failure());
        if (row.notes().forcedBy() != null) {
            shell.say(
                    "forced     by %s: %s"
                            .formatted(row.notes().forcedBy(), row.notes().forceReason()));
        }
        DiamondsJson.remarks(row).forEach(remark -> shell.say("note       " + remark));
        HeatStrip.cells(shell.paint, shown.partitions()).forEach(shell::say);
        DiamondsJson.report(row).ifPresent(report -> LoadSummary.table(shell, report));
    }

    private record Shown(RunRow row, String state, List<PartitionRow> partitions) {}
}
