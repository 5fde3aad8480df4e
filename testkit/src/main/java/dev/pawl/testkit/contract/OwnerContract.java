package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.engine.store.Wake;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import dev.pawl.run.Timing;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Any node may change a run whose version is unchanged since it was read; a run whose attempt is
/// executing keeps its owner.
interface OwnerContract extends ClusterTrial {

    @Test
    default void showsEveryNodeWhatAnotherOneCommitted() {
        long epoch = join(0).epoch();
        join(1);
        Run run = start(0, SampleRuns.keyed(SampleRuns.minimal(1), "k").ownedBy(epoch));
        assertThat(store(1).run(run.id())).contains(run);
        assertThat(store(1).live("pull", "k")).contains(run);
        Run moved = move(0, run, RunStatus.WAITING);
        assertThat(store(1).run(run.id())).map(Run::owner).contains(epoch);
        assertThat(store(2).runs(Filter.ALL, Page.oldest(9))).containsExactly(moved);
        assertThat(store(1).lastId()).isEqualTo(1);
    }

    @Test
    default void refusesAChangeOfARunThatAnotherNodeHasChanged() {
        join(0);
        join(1);
        Run run = start(0, ClusterTrial.waiting(1));
        Run changed = move(1, run, RunStatus.PAUSED);
        assertThat(failure(0, Commit.of(SampleRuns.moved(run, RunStatus.CANCELLED))))
                .isEqualTo(Kind.STALE);
        assertThat(store(2).run(run.id())).contains(changed);
        move(0, changed, RunStatus.CANCELLED);
    }

    @Test
    default void leavesNoTraceOfACommitOfWhichOnePartIsStale() {
        join(0);
        Run run = start(0, ClusterTrial.waiting(1));
        Run other = start(0, ClusterTrial.waiting(2));
        move(1, run, RunStatus.PAUSED);
        Message message = SampleRuns.message(70, 1, "go");
        Commit commit =
                Commit.of(
                                SampleRuns.moved(other, RunStatus.PAUSED),
                                SampleRuns.started(SampleRuns.minimal(5)),
                                SampleRuns.moved(run, RunStatus.CANCELLED))
                        .sending(List.of(message));
        assertThat(failure(0, commit)).isEqualTo(Kind.STALE);
        assertThat(store(2).run(other.id())).contains(other);
        assertThat(store(2).count(Filter.ALL)).isEqualTo(2);
        assertThat(store(2).messages(9)).isEmpty();
        assertThat(store(2).log(0, MANY)).hasSize(3);
    }

    @Test
    default void refusesToStartARunOrSendAMessageThatExists() {
        join(0);
        join(1);
        start(0, SampleRuns.minimal(1));
        assertThat(failure(1, Commit.of(SampleRuns.started(ClusterTrial.waiting(1)))))
                .isEqualTo(Kind.STALE);
        Message message = SampleRuns.message(9, 1, "go");
        store(0).commit(ClusterTrial.messages(List.of(message), List.of()));
        assertThat(failure(1, ClusterTrial.messages(List.of(message), List.of())))
                .isEqualTo(Kind.STALE);
        assertThat(store(1).run(SampleRuns.minimal(1).id())).contains(SampleRuns.minimal(1));
    }

    @Test
    default void refusesToTakeAMessageThatAnotherNodeTook() {
        join(0);
        join(1);
        Message message = SampleRuns.message(9, 1, "go");
        store(0).commit(ClusterTrial.messages(List.of(message), List.of()));
        store(1).commit(ClusterTrial.messages(List.of(), List.of(message)));
        assertThat(failure(0, ClusterTrial.messages(List.of(), List.of(message))))
                .isEqualTo(Kind.STALE);
        assertThat(store(2).lastId()).isEqualTo(9);
    }

    @Test
    default void keepsTheOwnerOfAnExecutingRun() {
        long first = join(0).epoch();
        long second = join(1).epoch();
        Run run = start(0, SampleRuns.minimal(1).ownedBy(first));
        assertThat(failure(1, Commit.of(SampleRuns.changed(run.ownedBy(second)))))
                .isEqualTo(Kind.STALE);
        assertThat(failure(2, Commit.of(SampleRuns.changed(run.ownedBy(0))))).isEqualTo(Kind.STALE);
        assertThat(failure(0, Commit.of(SampleRuns.changed(run.ownedBy(second)))))
                .isEqualTo(Kind.STALE);
        Run waiting = move(0, run, RunStatus.WAITING);
        Run taken = move(1, waiting.ownedBy(second), RunStatus.RUNNING);
        assertThat(store(2).run(run.id())).contains(taken);
        assertThat(taken.owner()).isEqualTo(second);
    }

    @Test
    default void notifiesTheOwnerOfAnExecutingRunThatAnotherNodeChanged() {
        long first = join(0).epoch();
        long second = join(1).epoch();
        Run run = start(0, SampleRuns.minimal(1).ownedBy(first));
        Run other = start(0, ClusterTrial.waiting(2).ownedBy(first));
        start(0, SampleRuns.minimal(3).ownedBy(first));
        Commit.Change change = SampleRuns.changed(run);
        store(1).commit(Commit.of(change));
        move(1, other.ownedBy(second), RunStatus.PAUSED);
        assertThat(nodes(0).heartbeat(MINE, LEASE).changed()).containsExactly(run.id());
        assertThat(nodes(1).heartbeat(MINE, LEASE).changed()).isEmpty();
        Commit.Change answer = SampleRuns.changed(change.run());
        store(0).commit(Commit.of(answer));
        assertThat(nodes(0).heartbeat(MINE, LEASE).changed()).isEmpty();
        store(2).commit(Commit.of(SampleRuns.changed(answer.run())));
        assertThat(nodes(0).heartbeat(MINE, LEASE).changed()).containsExactly(run.id());
    }

    @Test
    default void refusesWhatWasDecidedForAnotherNodeOrInAnEarlierEpoch() {
        long first = join(0).epoch();
        long second = join(1).epoch();
        Run run = start(0, ClusterTrial.waiting(1).ownedBy(first));
        Run foreign = SampleRuns.minimal(2).ownedBy(second);
        assertThat(failure(0, Commit.of(SampleRuns.started(foreign)))).isEqualTo(Kind.FENCED);
        assertThat(failure(1, Commit.of(SampleRuns.moved(run, RunStatus.PAUSED))))
                .isEqualTo(Kind.STALE);
        Run visitors = SampleRuns.minimal(3).ownedBy(first);
        assertThat(failure(2, Commit.of(SampleRuns.started(visitors)))).isEqualTo(Kind.FENCED);
        assertThat(store(2).run(run.id())).contains(run);
        assertThat(store(2).run(foreign.id())).isEmpty();
    }

    @Test
    default void wakesANodeForItsOwnRunsAlone() {
        long first = join(0).epoch();
        long second = join(1).epoch();
        start(0, timed(1, 5).ownedBy(first));
        start(0, timed(2, 3).ownedBy(first));
        start(1, timed(3, 4).ownedBy(second));
        start(2, timed(4, 1));
        assertThat(store(0).wakes(9)).extracting(Wake::run).isEqualTo(StoreTrial.ids(2, 1));
        assertThat(store(0).wakes(1)).extracting(Wake::run).isEqualTo(StoreTrial.ids(2));
        assertThat(store(1).wakes(9)).extracting(Wake::run).isEqualTo(StoreTrial.ids(3));
        assertThat(store(2).wakes(9)).extracting(Wake::run).isEqualTo(StoreTrial.ids(4, 2, 3, 1));
    }

    private static Run timed(long id, long second) {
        return ClusterTrial.waiting(id)
                .with(
                        new Timing(
                                SampleRuns.START,
                                SampleRuns.START,
                                SampleRuns.START,
                                SampleRuns.at(second),
                                null,
                                null));
    }

    @Test
    default void logsTheCommitsOfAllNodesInOneOrder() {
        join(0);
        join(1);
        Run run = start(0, ClusterTrial.waiting(1));
        run = move(1, run, RunStatus.PAUSED);
        run = move(2, run, RunStatus.WAITING);
        move(0, run, RunStatus.CANCELLED);
        List<LoggedEntry> log = store(1).log(0, MANY);
        assertThat(log).extracting(one -> one.entry().seq()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(log).extracting(LoggedEntry::position).isSorted().doesNotHaveDuplicates();
        assertThat(store(2).log(log.get(1).position(), MANY)).isEqualTo(log.subList(2, 4));
    }
}
