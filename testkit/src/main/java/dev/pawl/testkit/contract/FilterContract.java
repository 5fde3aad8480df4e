package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.run.Failure;
import dev.pawl.run.Links;
import dev.pawl.run.Predecessor;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// A store lists and counts the runs that match a filter, page by page.
interface FilterContract extends StoreTrial {

    private void assertFound(Filter filter, long... ids) {
        assertThat(store().runs(filter, Page.oldest(Page.LIMIT_MAX)))
                .extracting(Run::id)
                .isEqualTo(StoreTrial.ids(ids));
        assertThat(store().count(filter)).isEqualTo(ids.length);
    }

    private static Run failing(Run run, String type, String message) {
        return run.with(run.progress().failed(Failure.of(type, message)));
    }

    @Test
    default void findsNothingInAnEmptyStore() {
        assertFound(Filter.ALL);
    }

    @Test
    default void filtersByMachine() {
        start(
                SampleRuns.of("pull", SampleRuns.minimal(1)),
                SampleRuns.of("push", SampleRuns.minimal(2)));
        assertFound(Filter.ALL.machine("push"), 2);
        assertFound(Filter.ALL.machine("pus"));
        assertFound(Filter.ALL.machine("PUSH"));
    }

    @Test
    default void filtersByKeyAlsoOfRunsThatHaveNone() {
        start(
                SampleRuns.keyed(SampleRuns.minimal(1), "a"),
                SampleRuns.minimal(2),
                SampleRuns.keyed(SampleRuns.full(3), "a"));
        assertFound(Filter.ALL.key("a"), 1, 3);
        assertFound(Filter.ALL.key(new RunId(2).toString()), 2);
        assertFound(Filter.ALL.key(new RunId(1).toString()));
    }

    @Test
    default void filtersByAnyOfSeveralStatuses() {
        start(
                SampleRuns.as(SampleRuns.minimal(1), RunStatus.WAITING),
                SampleRuns.as(SampleRuns.minimal(2), RunStatus.FAILED),
                SampleRuns.as(SampleRuns.minimal(3), RunStatus.COMPLETED));
        assertFound(Filter.ALL.status(RunStatus.FAILED), 2);
        assertFound(Filter.ALL.status(RunStatus.WAITING, RunStatus.COMPLETED), 1, 3);
        assertFound(Filter.ALL.live(), 1);
        assertFound(Filter.ALL.status(RunStatus.PARKED));
        assertFound(Filter.ALL.status(RunStatus.values()), 1, 2, 3);
    }

    @Test
    default void filtersByStateAsItIsNow() {
        Run run = SampleRuns.minimal(1);
        start(run, SampleRuns.minimal(2));
        change(SampleRuns.changed(run.with(run.condition().at(RunStatus.RUNNING, "verify"))));
        assertFound(Filter.ALL.state("verify"), 1);
        assertFound(Filter.ALL.state("check"), 2);
    }

    @Test
    default void filtersByQueueWhateverTheStatus() {
        start(
                SampleRuns.queued(1, "gpu", 0),
                SampleRuns.queued(2, "cpu", 0),
                SampleRuns.minimal(3));
        start(
                SampleRuns.inQueue(
                        SampleRuns.as(SampleRuns.minimal(4), RunStatus.EXPIRED),
                        new QueuePlace("gpu", 1)));
        assertFound(Filter.ALL.queue("gpu"), 1, 4);
        assertFound(Filter.ALL.queue("gp%"));
    }

    @Test
    default void filtersByParent() {
        start(SampleRuns.minimal(1));
        start(SampleRuns.linked(SampleRuns.minimal(2), new Links(new RunId(1), null, null, null)));
        start(
                SampleRuns.linked(
                        SampleRuns.minimal(3), new Links(new RunId(2), null, null, new RunId(1))));
        assertFound(Filter.ALL.parent(new RunId(1)), 2);
    }

    @Test
    default void filtersByARunAmongThePredecessors() {
        Predecessor after = new Predecessor(new RunId(1), Predecessor.On.SUCCESS);
        start(SampleRuns.minimal(1));
        start(SampleRuns.linked(SampleRuns.minimal(2), new Links(null, after, null, null)));
        start(
                SampleRuns.linked(
                        SampleRuns.minimal(3), new Links(new RunId(1), null, null, new RunId(1))));
        start(SampleRuns.linked(SampleRuns.minimal(4), Links.NONE.withBehind(new RunId(1))));
        Predecessor other = new Predecessor(new RunId(3), Predecessor.On.FAILURE);
        start(SampleRuns.linked(SampleRuns.minimal(5), new Links(null, other, after, null)));
        assertFound(Filter.ALL.following(new RunId(1)), 2, 4, 5);
        assertFound(Filter.ALL.following(new RunId(3)), 5);
    }

    @Test
    default void filtersByAPartOfTheLastErrorInAnyCase() {
        start(
                failing(SampleRuns.minimal(1), "java.io.IOException", "Disk is 90% full"),
                failing(SampleRuns.minimal(2), "Timeout", "after 3_000 ms"),
                failing(SampleRuns.minimal(3), "Timeout", "after 30000 ms"),
                SampleRuns.minimal(4));
        assertFound(Filter.ALL.error("disk IS"), 1);
        assertFound(Filter.ALL.error("ioexception: d"), 1);
        assertFound(Filter.ALL.error("0% f"), 1);
        assertFound(Filter.ALL.error("9%full"));
        assertFound(Filter.ALL.error("3_000"), 2);
        assertFound(Filter.ALL.error("timeout"), 2, 3);
        assertFound(Filter.ALL.error("it's \"\\"));
    }

    @Test
    default void filtersByAnErrorThatIsNotAscii() {
        start(failing(SampleRuns.minimal(1), "Umbau", "Ändern ÜBER Nacht"), SampleRuns.minimal(2));
        assertFound(Filter.ALL.error("Ändern"), 1);
        assertFound(Filter.ALL.error("ÜBER NACHT"), 1);
    }

    @Test
    default void filtersByWhyARunDidNotComplete() {
        Run aborted = SampleRuns.as(SampleRuns.minimal(1), RunStatus.ABORTED);
        RunEnd noSpace = RunEnd.of(RunStatus.ABORTED, "Aborted", "no space");
        Run completed =
                failing(SampleRuns.as(SampleRuns.minimal(2), RunStatus.COMPLETED), "Slow", "once");
        start(
                aborted.with(aborted.condition().endingAs(noSpace)),
                completed.with(completed.condition().endingAs(RunEnd.COMPLETED)));
        assertFound(Filter.ALL.error("no space"), 1);
        assertFound(Filter.ALL.error("once"));
    }

    @Test
    default void combinesConditionsSoThatAllMustHold() {
        List<Run> runs = mixture();
        start(runs.toArray(Run[]::new));
        reopened();
        for (Filter filter : combinations()) {
            List<Run> expected = runs.stream().filter(filter::matches).toList();
            assertThat(store().runs(filter, Page.oldest(Page.LIMIT_MAX)))
                    .as(filter.toString())
                    .isEqualTo(expected);
            assertThat(store().count(filter)).as(filter.toString()).isEqualTo(expected.size());
        }
    }

    /// Returns runs in which the conditions below hold independently of each other.
    private static List<Run> mixture() {
        List<Run> runs = new ArrayList<>();
        for (int bits = 0; bits < 128; bits++) {
            Run run = SampleRuns.minimal(1000 + bits);
            if ((bits & 1) != 0) run = SampleRuns.of("push", run);
            if ((bits & 2) != 0) run = SampleRuns.keyed(run, "k");
            if ((bits & 4) != 0) run = SampleRuns.as(run, RunStatus.FAILED);
            if ((bits & 8) != 0) run = run.with(run.condition().at(run.status(), "verify"));
            if ((bits & 16) != 0) run = SampleRuns.inQueue(run, new QueuePlace("gpu", bits));
            if ((bits & 32) != 0) {
                Predecessor after = new Predecessor(new RunId(2), Predecessor.On.ANY_END);
                run = SampleRuns.linked(run, new Links(new RunId(1), after, null, null));
            }
            if ((bits & 64) != 0) run = failing(run, "Boom", "at " + bits);
            runs.add(run);
        }
        return runs;
    }

    /// Returns every combination of conditions, from none to all of them.
    private static List<Filter> combinations() {
        List<UnaryOperator<Filter>> conditions =
                List.of(
                        filter -> filter.machine("push"),
                        filter -> filter.key("k"),
                        filter -> filter.status(RunStatus.FAILED, RunStatus.PARKED),
                        filter -> filter.state("verify"),
                        filter -> filter.queue("gpu"),
                        filter -> filter.parent(new RunId(1)),
                        filter -> filter.following(new RunId(2)),
                        filter -> filter.error("boom"));
        List<Filter> all = new ArrayList<>(List.of(Filter.ALL, Filter.ALL.live()));
        for (UnaryOperator<Filter> condition : conditions) {
            all.addAll(all.stream().map(condition).toList());
        }
        return all;
    }

    @Test
    default void pagesFromTheOldestToTheEnd() {
        start(mixture().toArray(Run[]::new));
        assertThat(paged(Filter.ALL, Page.oldest(10))).isEqualTo(mixture());
    }

    @Test
    default void pagesFromTheNewestToTheEnd() {
        start(mixture().toArray(Run[]::new));
        List<Run> expected = new ArrayList<>(mixture());
        Collections.reverse(expected);
        assertThat(paged(Filter.ALL, Page.newest(7))).isEqualTo(expected);
    }

    @Test
    default void pagesThroughWhatAFilterLeaves() {
        start(mixture().toArray(Run[]::new));
        Filter filter = Filter.ALL.machine("push").live();
        List<Run> expected = mixture().stream().filter(filter::matches).toList();
        assertThat(paged(filter, Page.oldest(3))).isEqualTo(expected);
    }

    @Test
    default void continuesAPageBeyondARunThatDoesNotExist() {
        start(SampleRuns.minimal(1), SampleRuns.minimal(5), SampleRuns.minimal(9));
        assertThat(store().runs(Filter.ALL, Page.oldest(9).after(new RunId(4))))
                .extracting(Run::id)
                .isEqualTo(StoreTrial.ids(5, 9));
        assertThat(store().runs(Filter.ALL, Page.newest(9).after(new RunId(5))))
                .extracting(Run::id)
                .isEqualTo(StoreTrial.ids(1));
    }

    /// Returns all pages, one after the other, each of them full but the last.
    private List<Run> paged(Filter filter, Page first) {
        List<Run> all = new ArrayList<>();
        Page page = first;
        while (true) {
            List<Run> runs = store().runs(filter, page);
            assertThat(all).doesNotContainAnyElementsOf(runs);
            all.addAll(runs);
            if (runs.size() < first.limit()) return all;
            assertThat(runs).hasSize(first.limit());
            page = page.after(runs.getLast().id());
        }
    }
}
