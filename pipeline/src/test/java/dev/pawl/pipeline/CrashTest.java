package dev.pawl.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Machine;
import dev.pawl.pipeline.alert.Alerts;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.pipeline.settings.PipelineSettings.ConsolidationSettings;
import dev.pawl.run.Run;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.SqliteStores;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A whole run, killed before and after each durable write (INV-02): nothing is lost or doubled,
/// the counters are right, and the watermark advances once. D1, D2, D5 and D22 would each fail it.
@Timeout(600)
final class CrashTest {
    /// Every n-th moment is tested, of those before and those after a write.
    private static final int EVERY = Rounds.areTimed() ? 1 : 7;

    private static Pipeline pipeline(NumbersFeed feed, Alerts alerts) {
        return Pipeline.of(options -> {
            options.feed(feed).alerts(alerts);
            SimPipeline.small().accept(options);
            options.consolidation(new ConsolidationSettings(2, 20, 3, 0.05, 0.01, 0.2));
        });
    }

    private static CrashMatrix matrix(NumbersFeed feed) {
        Alerts alerts = SimPipeline.silentAlerts();
        Pipeline pipeline = pipeline(feed, alerts);
        return CrashMatrix.of(pipeline.start(RunRequest.full("numbers").trace("trace")))
                .on(SqliteStores.of(SqliteStore::open))
                .options(options -> {
                    alerts.register(options);
                    options.tables(NumbersFeed.TABLES);
                    pipeline.registerParts(options);
                })
                .with(others(pipeline))
                .comparing(CrashTest::end)
                .querying(
                        "select id, value, writes from numbers order by id",
                        row -> row.text(1) + "=" + row.text(2) + " " + row.number(3))
                .querying(
                        "select id, status, writes from numbers_raw order by id",
                        row -> row.text(1) + " " + row.text(2) + " " + row.number(3))
                .querying(
                        "select expected_workers, completed_workers, failed_workers,"
                                + " completed_at is null, watermark_after is null"
                                + " from run_metadata",
                        row ->
                                "%d %d %d %d %d"
                                        .formatted(
                                                row.number(1),
                                                row.number(2),
                                                row.number(3),
                                                row.number(4),
                                                row.number(5)))
                .querying(
                        "select partition_id, status, records_processed from worker_runs"
                                + " order by partition_id",
                        row -> row.text(1) + " " + row.text(2) + " " + row.number(3))
                .querying(
                        "select partition_id, pages, fetched, unique_items from pipeline_partitions"
                                + " order by number",
                        row ->
                                "%s %d %d %d"
                                        .formatted(
                                                row.text(1),
                                                row.number(2),
                                                row.number(3),
                                                row.number(4)))
                .querying(
                        "select feed, version from pipeline_watermark_history",
                        row -> row.text(1) + " " + row.number(2))
                .within(Duration.ofDays(3))
                .every(EVERY);
    }

    private static Machine<?, ?>[] others(Pipeline pipeline) {
        return pipeline.machines().stream()
                .filter(machine -> !machine.name().equals(RunState.MACHINE))
                .toArray(Machine<?, ?>[]::new);
    }

    private static String end(Run run) {
        return "%s %s".formatted(run.status(), run.state());
    }

    @Test
    @Tag("volume")
    void endsTheSameWhereverItIsKilled() {
        var summary = matrix(new NumbersFeed("numbers", 3, 65)).check();
        assertThat(summary.writes()).isGreaterThan(25);
        assertThat(summary.seen().toString()).contains("00064=v64 1", "numbers 1");
        IO.println(
                "CrashTest of the pipeline: volume: %d trials of %d writes"
                        .formatted(summary.trials(), summary.writes()));
    }

    /// A partition that fails: it is counted once, and one alert is sent on skip and one at the
    /// end.
    @Test
    @Tag("volume")
    void failsTheSameWhereverItIsKilled() {
        NumbersFeed feed = new NumbersFeed("numbers", 3, 45);
        feed.before((page, _) -> {
            if (page.partition().id().equals("partition-1") && page.offset() == 10) {
                throw new IOException("down");
            }
        });
        var summary = matrix(feed).check();
        assertThat(summary.seen().toString()).contains("3 2 1 1 1", "partition-1 failed 10");
        IO.println(
                "CrashTest of the pipeline: volume: %d trials of %d writes of a run that fails"
                        .formatted(summary.trials(), summary.writes()));
    }
}
