package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Claim;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.Queued;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Message;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A node claims runs and messages without a live owner, and no two nodes claim the same.
interface ClaimContract extends ClusterTrial {

    @Test
    default void claimsTheRunsOfANodeThatLeft() {
        long first = join(0).epoch();
        long second = join(1).epoch();
        Run executing =
                start(0, SampleRuns.full(7).with(SampleRuns.minimal(7).condition()).ownedBy(first));
        Run waiting = start(0, ClusterTrial.waiting(3).ownedBy(first));
        start(0, SampleRuns.as(SampleRuns.minimal(4), RunStatus.COMPLETED).ownedBy(first));
        start(1, SampleRuns.minimal(5).ownedBy(second));
        assertThat(nodes(1).heartbeat(both(), LEASE).claimable()).isFalse();
        assertThat(nodes(1).claim(both(), 9)).isEmpty();
        nodes(0).leave();
        assertThat(nodes(1).heartbeat(both(), LEASE).claimable()).isTrue();
        assertThat(nodes(1).claim(both(), 9)).containsExactly(waiting, executing);
        assertThat(nodes(1).heartbeat(both(), LEASE).claimable()).isFalse();
        assertThat(nodes(1).claim(both(), 9)).isEmpty();
        assertThat(store(2).run(executing.id())).contains(executing.ownedBy(second));
        store(1).commit(Commit.of(SampleRuns.changed(executing.ownedBy(second))));
    }

    private static Claim both() {
        return new Claim(
                Set.of(SampleRuns.MACHINE, SampleRuns.full(1).origin().machine()), Set.of());
    }

    @Test
    default void claimsTheRunsOfANodeWhoseLeaseRanOut() {
        long first = join(0).epoch();
        long second = join(1).epoch();
        Run run = start(0, SampleRuns.minimal(1).ownedBy(first));
        expire(0);
        assertThat(nodes(1).heartbeat(MINE, LEASE).claimable()).isTrue();
        assertThat(nodes(1).claim(MINE, 9)).containsExactly(run);
        assertThat(store(2).run(run.id())).contains(run.ownedBy(second));
    }

    @Test
    default void claimsRunsWithoutAnOwnerOldestFirstUpToALimit() {
        long epoch = join(0).epoch();
        for (long id : new long[] {5, 1, 4, 2, 3}) start(1, ClusterTrial.waiting(id));
        assertThat(nodes(0).claim(MINE, 2)).extracting(Run::id).isEqualTo(StoreTrial.ids(1, 2));
        assertThat(nodes(0).claim(MINE, 9)).extracting(Run::id).isEqualTo(StoreTrial.ids(3, 4, 5));
        assertThat(store(1).run(new RunId(4))).map(Run::owner).contains(epoch);
    }

    @Test
    default void claimsRunsThatNeverHadAnOwner() {
        long epoch = join(0).epoch();
        Run run = start(1, ClusterTrial.waiting(1));
        assertThat(nodes(0).claim(MINE, 9)).containsExactly(run);
        assertThat(store(1).run(run.id())).contains(run.ownedBy(epoch));
    }

    @Test
    default void claimsOnlyRunsUnderDefinitionsThatTheNodeMayRun() {
        join(0);
        MachineRef newer = new MachineRef("pull", 2, "f2");
        Run old = start(1, ClusterTrial.waiting(1));
        start(1, SampleRuns.of("push", ClusterTrial.waiting(2)));
        Claim elsewhere = new Claim(Set.of(newer), Set.of(SampleRuns.MACHINE));
        assertThat(nodes(0).heartbeat(elsewhere, LEASE).claimable()).isFalse();
        assertThat(nodes(0).claim(elsewhere, 9)).isEmpty();
        Claim nowhere = new Claim(Set.of(newer), Set.of(new MachineRef("pull", 1, "other")));
        assertThat(nodes(0).heartbeat(nowhere, LEASE).claimable()).isTrue();
        assertThat(nodes(0).claim(nowhere, 9)).extracting(Run::id).containsExactly(old.id());
    }

    @Test
    default void givesNodesThatClaimAtOnceDifferentRuns() {
        int count = 300;
        for (int id = 1; id <= count; id++) start(2, ClusterTrial.waiting(id));
        join(0);
        join(1);
        List<Run> claimed = Collections.synchronizedList(new ArrayList<>());
        Runnable first = () -> claimAll(0, count, claimed);
        Runnable second = () -> claimAll(1, count, claimed);
        TestThreads.run(List.of(first, second, first, second));
        assertThat(claimed).hasSize(count);
        assertThat(claimed).extracting(Run::id).doesNotHaveDuplicates();
        assertThat(nodes(2).members())
                .extracting(Member::runs)
                .satisfies(
                        runs -> assertThat(runs.stream().mapToLong(n -> n).sum()).isEqualTo(count));
    }

    private void claimAll(int number, int count, List<Run> claimed) {
        while (claimed.size() < count && TestThreads.mayContinue()) {
            claimed.addAll(nodes(number).claim(MINE, 7));
        }
    }

    @Test
    default void claimsTheMessagesOfANodeThatLeft() {
        join(0);
        join(1);
        Message first = SampleRuns.message(9, 1, "nul\u0000");
        Message second = SampleRuns.message(8, 1, "b");
        Message unowned = SampleRuns.message(7, 1, "c");
        store(0).commit(ClusterTrial.messages(List.of(first, second), List.of()));
        assertThat(nodes(1).heartbeat(MINE, LEASE).claimable()).isFalse();
        assertThat(nodes(1).claimMessages(9)).isEmpty();
        nodes(0).leave();
        assertThat(nodes(1).heartbeat(MINE, LEASE).claimable()).isTrue();
        assertThat(nodes(1).claimMessages(1)).containsExactly(second);
        store(2).commit(ClusterTrial.messages(List.of(unowned), List.of()));
        assertThat(nodes(1).claimMessages(9)).containsExactly(unowned, first);
        assertThat(nodes(0).holds(first)).isTrue();
        assertThat(nodes(1).claimMessages(9)).isEmpty();
        assertThat(nodes(1).heartbeat(MINE, LEASE).claimable()).isFalse();
        assertThat(store(1).messages(9)).containsExactly(unowned, second, first);
        store(1).commit(ClusterTrial.messages(List.of(), List.of(first)));
        assertThat(nodes(0).holds(first)).isFalse();
    }

    @Test
    default void listsTheHoldersOfAQueueOnAllNodes() {
        long first = join(0).epoch();
        long second = join(1).epoch();
        QueuePlace place = new QueuePlace("gpu", 3);
        start(0, SampleRuns.inQueue(SampleRuns.minimal(1), place).ownedBy(first));
        start(
                1,
                SampleRuns.keyed(SampleRuns.inQueue(SampleRuns.minimal(2), place), "k")
                        .ownedBy(second));
        start(
                1,
                SampleRuns.inQueue(
                        SampleRuns.as(SampleRuns.minimal(3), RunStatus.BACKING_OFF), place));
        start(
                1,
                SampleRuns.inQueue(
                        SampleRuns.as(SampleRuns.minimal(4), RunStatus.ACQUIRING), place));
        start(1, SampleRuns.inQueue(ClusterTrial.waiting(5), place));
        start(1, SampleRuns.inQueue(SampleRuns.minimal(6), new QueuePlace("cpu", 1)));
        start(1, SampleRuns.queued(7, "gpu", 1));
        start(1, SampleRuns.queued(8, "gpu", 2));
        start(1, SampleRuns.queued(9, "cpu", 2));
        assertThat(nodes(2).holders("gpu"))
                .containsExactlyInAnyOrder(
                        new Queued(new RunId(1), 3, new RunId(1).toString()),
                        new Queued(new RunId(2), 3, "k"),
                        new Queued(new RunId(3), 3, new RunId(3).toString()),
                        new Queued(new RunId(4), 3, new RunId(4).toString()));
        assertThat(nodes(2).holders("tpu")).isEmpty();
    }

    @Test
    default void listsOnlyTheQueuedRunsThatTheClaimCovers() {
        MachineRef newer = new MachineRef("pull", 2, "f2");
        Run adopted = SampleRuns.queued(3, "gpu", 1);
        start(0, SampleRuns.keyed(SampleRuns.queued(1, "gpu", 5), "a"));
        start(0, SampleRuns.of("push", SampleRuns.queued(2, "gpu", 9)));
        start(0, adopted.with(adopted.origin().adoptedBy(newer)));
        start(0, SampleRuns.keyed(SampleRuns.queued(4, "gpu", 7), "b"));
        assertThat(nodes(0).queued("gpu", MINE, Set.of(), 9))
                .extracting(Queued::run)
                .isEqualTo(StoreTrial.ids(4, 1, 3));
        Claim strict = new Claim(Set.of(SampleRuns.MACHINE), Set.of(newer));
        assertThat(nodes(0).queued("gpu", strict, Set.of("b"), 9))
                .extracting(Queued::run)
                .isEqualTo(StoreTrial.ids(1));
        assertThat(nodes(0).queued("gpu", MINE, Set.of(), 1))
                .extracting(Queued::run)
                .isEqualTo(StoreTrial.ids(4));
    }
}
