package dev.pawl.cli.diamonds.display;

import dev.pawl.cli.diamonds.context.FeedOption;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.DiamondsOptions;
import dev.pawl.pipeline.run.RunReport;
import dev.pawl.pipeline.table.PartitionRow;
import dev.pawl.pipeline.table.RunRow;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The end of a run: where its stones went, the watermark, and the next commands to try.
public record LoadSummary(LoadSnapshot snapshot) {
    private static final int FAILED_SHOWN = 10;

    /// Prints the summary and returns the exit code: OK if the run completed.
    public int print(Shell shell) {
        if (shell.json) {
            shell.json(json(outcome()));
            return snapshot.isCompleted() ? ExitCode.OK : ExitCode.NO;
        }
        if (snapshot.isCompleted()) {
            snapshot.row().ifPresent(row -> completed(shell, row));
            return ExitCode.OK;
        }
        if (snapshot.waitsForOperator()) waiting(shell);
        else failed(shell);
        return ExitCode.NO;
    }

    /// Prints the progress of a run that was interrupted.
    public void printProgress(Shell shell) {
        if (shell.json) shell.json(json("interrupted"));
        else {
            shell.say(
                    "%,d stones read, %d of %d partitions complete"
                            .formatted(
                                    snapshot.fetched(),
                                    snapshot.completed(),
                                    snapshot.partitions().size()));
        }
    }

    private String outcome() {
        if (snapshot.isCompleted()) return "completed";
        return snapshot.waitsForOperator() ? "waiting" : "failed";
    }

    private Map<String, @Nullable Object> json(String outcome) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("outcome", outcome);
        json.put("problem", snapshot.problem());
        json.put(
                "run",
                snapshot.row().map(row -> DiamondsJson.run(row, snapshot.state())).orElse(null));
        json.put(
                "failedPartitions",
                snapshot.failed().stream().map(DiamondsJson::partition).toList());
        return json;
    }

    private void completed(Shell shell, RunRow row) {
        DiamondsJson.report(row).ifPresent(report -> table(shell, report));
        DiamondsJson.remarks(row).forEach(remark -> shell.say("note: " + remark));
        String watermark =
                row.marks().after() == null
                        ? "the watermark stays, because partitions are missing"
                        : "watermark " + row.marks().after();
        shell.say(
                "%s: %s run of %s in %s; %s."
                        .formatted(
                                shell.paint.green(snapshot.state()),
                                row.origin().type(),
                                row.origin().feed(),
                                HumanText.brief(DiamondsJson.time(row, snapshot.at())),
                                watermark));
        shell.say(
                "Try `%s`, `pawl diamonds search --shape round --carat 1-1.5` or"
                                .formatted(FeedOption.command("stats", row.origin().feed()))
                        + " `pawl diamonds changes --since 1h`.");
    }

    /// Prints where the stones of a run went.
    public static void table(Shell shell, RunReport report) {
        shell.table(
                        "COUNTED",
                        "FETCHED",
                        "UNIQUE",
                        "INSERTED",
                        "UPDATED",
                        "UNCHANGED",
                        "QUARANTINED",
                        "REMOVED")
                .row(
                        number(report.counted()),
                        number(report.fetched()),
                        number(report.unique()),
                        number(report.inserted()),
                        number(report.updated()),
                        number(report.unchanged()),
                        number(report.quarantined()),
                        number(report.removed()))
                .print(shell.out);
    }

    private static String number(long count) {
        return "%,d".formatted(count);
    }

    private void waiting(Shell shell) {
        int failed = snapshot.failed().size();
        shell.say(
                shell.paint.yellow(
                        "%s of %d failed; nothing is consolidated, and the watermark stays."
                                .formatted(
                                        HumanText.count(failed, "partition"),
                                        snapshot.partitions().size())));
        snapshot.failed().stream().limit(FAILED_SHOWN).forEach(each -> shell.say(line(each)));
        if (failed > FAILED_SHOWN) {
            shell.say(
                    "  and %d more; see `%s`"
                            .formatted(failed - FAILED_SHOWN, command("partitions")));
        }
        shell.say("Choose one:");
        choice(shell, "retry --failed", "read them on from where they stopped");
        choice(shell, "force --reason TEXT", "consolidate without them");
        choice(shell, "cancel", "end the run");
    }

    private void choice(Shell shell, String words, String effect) {
        shell.say("  %-40s  %s".formatted(command(words), effect));
    }

    private String command(String words) {
        String feed = snapshot.row().map(row -> row.origin().feed()).orElse(DiamondsOptions.FEED);
        return FeedOption.command(words, feed);
    }

    private static String line(PartitionRow row) {
        return "  %s at offset %,d: %s"
                .formatted(row.partition().id(), row.nextOffset(), DiamondsJson.error(row));
    }

    private void failed(Shell shell) {
        shell.say(
                shell.paint.red(
                        "%s: %s. The watermark is not advanced."
                                .formatted(snapshot.state(), snapshot.problem())));
        shell.say(
                "Run `%s` again: it starts at the same watermark, and stores nothing twice."
                        .formatted(command("run")));
    }
}
