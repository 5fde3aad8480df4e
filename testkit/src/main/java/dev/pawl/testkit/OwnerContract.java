package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Logged;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.engine.store.Wake;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import dev.pawl.run.Timing;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Anybody may change a run that he has read as it is; a run in flight keeps its owner.
interface OwnerContract extends ClusterTrial {

    @Test
    default void showsEveryNodeWhatAnotherOneCommitted() {
        long epoch = join(0).epoch();
        join(1);
        Run run = start(0, Runs.keyed(Runs.minimal(1), "k").ownedBy(epoch));
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
        assertThat(failure(0, Commit.of(Runs.moved(run, RunStatus.CANCELLED))))
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
        Mail mail = Runs.mail(70, 1, "go");
        Commit commit =
                new Commit(
                        List.of(
                                Runs.moved(other, RunStatus.PAUSED),
                                Runs.started(Runs.minimal(5)),
                                Runs.moved(run, RunStatus.CANCELLED)),
                        List.of(mail),
                        List.of(),
                        List.of(),
                        List.of());
        assertThat(failure(0, commit)).isEqualTo(Kind.STALE);
        assertThat(store(2).run(other.id())).contains(other);
        assertThat(store(2).count(Filter.ALL)).isEqualTo(2);
        assertThat(store(2).mail(9)).isEmpty();
        assertThat(store(2).log(0, MANY)).hasSize(3);
    }

    @Test
    default void refusesToStartARunOrSendMailThatIsThere() {
        join(0);
        join(1);
        start(0, Runs.minimal(1));
        assertThat(failure(1, Commit.of(Runs.started(ClusterTrial.waiting(1)))))
                .isEqualTo(Kind.STALE);
        Mail mail = Runs.mail(9, 1, "go");
        store(0).commit(ClusterTrial.mailed(List.of(mail), List.of()));
        assertThat(failure(1, ClusterTrial.mailed(List.of(mail), List.of()))).isEqualTo(Kind.STALE);
        assertThat(store(1).run(Runs.minimal(1).id())).contains(Runs.minimal(1));
    }

    @Test
    default void refusesToTakeMailThatAnotherNodeTook() {
        join(0);
        join(1);
        Mail mail = Runs.mail(9, 1, "go");
        store(0).commit(ClusterTrial.mailed(List.of(mail), List.of()));
        store(1).commit(ClusterTrial.mailed(List.of(), List.of(mail)));
        assertThat(failure(0, ClusterTrial.mailed(List.of(), List.of(mail)))).isEqualTo(Kind.STALE);
        assertThat(store(2).lastId()).isEqualTo(9);
    }

    @Test
    default void keepsTheOwnerOfARunInFlight() {
        long first = join(0).epoch();
        long second = join(1).epoch();
        Run run = start(0, Runs.minimal(1).ownedBy(first));
        assertThat(failure(1, Commit.of(Runs.changed(run.ownedBy(second))))).isEqualTo(Kind.STALE);
        assertThat(failure(2, Commit.of(Runs.changed(run.ownedBy(0))))).isEqualTo(Kind.STALE);
        assertThat(failure(0, Commit.of(Runs.changed(run.ownedBy(second))))).isEqualTo(Kind.STALE);
        Run waiting = move(0, run, RunStatus.WAITING);
        Run taken = move(1, waiting.ownedBy(second), RunStatus.RUNNING);
        assertThat(store(2).run(run.id())).contains(taken);
        assertThat(taken.owner()).isEqualTo(second);
    }

    @Test
    default void callsTheOwnerOfARunInFlightThatAnotherNodeChanged() {
        long first = join(0).epoch();
        long second = join(1).epoch();
        Run run = start(0, Runs.minimal(1).ownedBy(first));
        Run other = start(0, ClusterTrial.waiting(2).ownedBy(first));
        start(0, Runs.minimal(3).ownedBy(first));
        Commit.Change change = Runs.changed(run);
        store(1).commit(Commit.of(change));
        move(1, other.ownedBy(second), RunStatus.PAUSED);
        assertThat(nodes(0).beat(MINE, LEASE).called()).containsExactly(run.id());
        assertThat(nodes(1).beat(MINE, LEASE).called()).isEmpty();
        Commit.Change answer = Runs.changed(change.run());
        store(0).commit(Commit.of(answer));
        assertThat(nodes(0).beat(MINE, LEASE).called()).isEmpty();
        store(2).commit(Commit.of(Runs.changed(answer.run())));
        assertThat(nodes(0).beat(MINE, LEASE).called()).containsExactly(run.id());
    }

    @Test
    default void refusesWhatWasDecidedForAnotherNodeOrInAnEarlierLife() {
        long first = join(0).epoch();
        long second = join(1).epoch();
        Run run = start(0, ClusterTrial.waiting(1).ownedBy(first));
        Run foreign = Runs.minimal(2).ownedBy(second);
        assertThat(failure(0, Commit.of(Runs.started(foreign)))).isEqualTo(Kind.FENCED);
        assertThat(failure(1, Commit.of(Runs.moved(run, RunStatus.PAUSED)))).isEqualTo(Kind.STALE);
        Run visitors = Runs.minimal(3).ownedBy(first);
        assertThat(failure(2, Commit.of(Runs.started(visitors)))).isEqualTo(Kind.FENCED);
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
                .with(new Timing(Runs.START, Runs.START, Runs.START, Runs.at(second), null, null));
    }

    @Test
    default void logsTheCommitsOfAllNodesInOneOrder() {
        join(0);
        join(1);
        Run run = start(0, ClusterTrial.waiting(1));
        run = move(1, run, RunStatus.PAUSED);
        run = move(2, run, RunStatus.WAITING);
        move(0, run, RunStatus.CANCELLED);
        List<Logged> log = store(1).log(0, MANY);
        assertThat(log).extracting(one -> one.entry().seq()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(log).extracting(Logged::position).isSorted().doesNotHaveDuplicates();
        assertThat(store(2).log(log.get(1).position(), MANY)).isEqualTo(log.subList(2, 4));
    }
}
