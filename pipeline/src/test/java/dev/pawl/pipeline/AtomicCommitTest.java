package dev.pawl.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.Machine;
import dev.pawl.pipeline.alert.Alerts;
import dev.pawl.pipeline.lifecycle.PartitionState;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.SqliteStores;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a kill leaves behind, looked at before anything resumes: what belongs together is there as
/// a whole or not at all.
@Tag("long")
@Timeout(300)
final class AtomicCommitTest {
    private final Map<String, Integer> seen = new TreeMap<>();

    /// Kills a run before and after each write, and describes the store each time it opens again.
    /// No moment is left out: the one that matters is a single one.
    private void check(NumbersFeed feed, Function<Engine, String> description) {
        Alerts alerts = SimPipeline.silentAlerts();
        Pipeline pipeline =
                Pipeline.of(options -> {
                    options.feed(feed).alerts(alerts);
                    SimPipeline.small().accept(options);
                });
        var _ =
                CrashMatrix.of(pipeline.start(RunRequest.full("numbers")))
                        .on(SqliteStores.of(SqliteStore::open))
                        .with(
                                pipeline.machines().stream()
                                        .filter(each -> !each.name().equals(RunState.MACHINE))
                                        .toArray(Machine<?, ?>[]::new))
                        .options(options -> {
                            alerts.register(options);
                            options.tables(NumbersFeed.TABLES);
                            pipeline.registerParts(options);
                            options.opening(engine ->
                                    seen.merge(description.apply(engine), 1, Integer::sum));
                        })
                        .comparing(run -> run.machine() + " " + run.status())
                        .querying("select count(*) from numbers", row -> row.number(1))
                        .within(Duration.ofDays(3))
                        .check();
    }

    private static List<Run> runs(Engine engine, String machine) {
        return engine.runs(Filter.ALL.machine(machine), Page.oldest(1_000));
    }

    /// D23: a skipped run has its alert from the moment it is skipped, and not before; so has a
    /// failed one.
    @Test
    void anAlertExistsIfAndOnlyIfItsTransitionDoes() {
        NumbersFeed feed =
                new NumbersFeed("numbers", 1, 1)
                        .before((_, _) -> {
                            throw new IOException("down");
                        });
        check(feed, AtomicCommitTest::alerts);
        assertThat(seen.keySet())
                .containsExactlyInAnyOrder(
                        "no run: 0 skipped, 0 failed",
                        "before: 0 skipped, 0 failed",
                        "skipped: 1 skipped, 0 failed",
                        "ended: 1 skipped, 1 failed");
    }

    private static String alerts(Engine engine) {
        List<Run> runs = runs(engine, RunState.MACHINE);
        String place =
                runs.isEmpty()
                        ? "no run"
                        : runs.getFirst().status().isEnd()
                                ? "ended"
                                : isSkipped(runs.getFirst()) ? "skipped" : "before";
        List<String> alerts =
                runs(engine, "alert").stream().map(run -> run.origin().request().text()).toList();
        return "%s: %d skipped, %d failed"
                .formatted(
                        place,
                        alerts.stream().filter(each -> each.contains("Skipped")).count(),
                        alerts.stream().filter(each -> each.contains("Failed")).count());
    }

    private static boolean isSkipped(Run run) {
        return run.state().equals(RunState.ConsolidationSkipped.name())
                || run.state().equals(RunState.Failed.name());
    }

    /// D5: a run that expects workers has all their work items; one without them expects none.
    @Test
    void aKillLeavesTheExpectedWorkersAndTheirWorkItemsOrNeither() {
        check(new NumbersFeed("numbers", 2, 2), AtomicCommitTest::workItems);
        assertThat(seen.keySet())
                .containsExactlyInAnyOrder(
                        "no row, 0 work items",
                        "expects 0, 0 work items",
                        "expects 2, 2 work items");
    }

    private static String workItems(Engine engine) {
        String row =
                engine
                        .query(
                                "select expected_workers from run_metadata",
                                found -> "expects " + found.number(1))
                        .stream()
                        .findFirst()
                        .orElse("no row");
        return "%s, %d work items".formatted(row, runs(engine, PartitionState.MACHINE).size());
    }

    /// D4: the largest plan is started as a whole, each partition once.
    @Test
    void theLargestPlanIsStartedInOneCommit() {
        NumbersFeed feed = new NumbersFeed("numbers", 1_000, 1_000).plannedAtOnce();
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId run = pipeline.start(RunRequest.full("numbers"));
            pipeline.until(run, RunState.WorkersRunning);
            List<Run> work = pipeline.runs(PartitionState.MACHINE);
            assertThat(work).hasSize(1_000);
            assertThat(work.stream().map(Run::key).distinct()).hasSize(1_000);
            assertThat(work).noneMatch(each -> each.status() == RunStatus.FAILED);
            assertThat(pipeline.row(run).workers().expected()).isEqualTo(1_000);
            pipeline.restart();
            assertThat(pipeline.runs(PartitionState.MACHINE)).hasSize(1_000);
        }
    }
}
