package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Claim;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.Queued;
import dev.pawl.run.Lane;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A node takes over what nobody moves, and no two nodes take the same.
interface ClaimContract extends ClusterTrial {

    @Test
    default void claimsTheRunsOfANodeThatLeft() {
        long first = join(0).epoch();
        long second = join(1).epoch();
        Run flying = start(0, Runs.full(7).with(Runs.minimal(7).condition()).ownedBy(first));
        Run waiting = start(0, ClusterTrial.waiting(3).ownedBy(first));
        start(0, Runs.as(Runs.minimal(4), RunStatus.COMPLETED).ownedBy(first));
        start(1, Runs.minimal(5).ownedBy(second));
        assertThat(nodes(1).beat(both(), LEASE).claimable()).isFalse();
        assertThat(nodes(1).claim(both(), 9)).isEmpty();
        nodes(0).leave();
        assertThat(nodes(1).beat(both(), LEASE).claimable()).isTrue();
        assertThat(nodes(1).claim(both(), 9)).containsExactly(waiting, flying);
        assertThat(nodes(1).beat(both(), LEASE).claimable()).isFalse();
        assertThat(nodes(1).claim(both(), 9)).isEmpty();
        assertThat(store(2).run(flying.id())).contains(flying.ownedBy(second));
        store(1).commit(Commit.of(Runs.changed(flying.ownedBy(second))));
    }

    private static Claim both() {
        return new Claim(Set.of(Runs.MACHINE, Runs.full(1).origin().machine()), Set.of());
    }

    @Test
    default void claimsTheRunsOfANodeWhoseLeaseRanOut() {
        long first = join(0).epoch();
        long second = join(1).epoch();
        Run run = start(0, Runs.minimal(1).ownedBy(first));
        expire(0);
        assertThat(nodes(1).beat(MINE, LEASE).claimable()).isTrue();
        assertThat(nodes(1).claim(MINE, 9)).containsExactly(run);
        assertThat(store(2).run(run.id())).contains(run.ownedBy(second));
    }

    @Test
    default void claimsRunsThatNobodyOwnsOldestFirstUpToALimit() {
        long epoch = join(0).epoch();
        for (long id : new long[] {5, 1, 4, 2, 3}) start(1, ClusterTrial.waiting(id));
        assertThat(nodes(0).claim(MINE, 2)).extracting(Run::id).isEqualTo(StoreTrial.ids(1, 2));
        assertThat(nodes(0).claim(MINE, 9)).extracting(Run::id).isEqualTo(StoreTrial.ids(3, 4, 5));
        assertThat(store(1).run(new RunId(4))).map(Run::owner).contains(epoch);
    }

    @Test
    default void claimsRunsThatNobodyEverOwned() {
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
        start(1, Runs.of("push", ClusterTrial.waiting(2)));
        Claim elsewhere = new Claim(Set.of(newer), Set.of(Runs.MACHINE));
        assertThat(nodes(0).beat(elsewhere, LEASE).claimable()).isFalse();
        assertThat(nodes(0).claim(elsewhere, 9)).isEmpty();
        Claim nowhere = new Claim(Set.of(newer), Set.of(new MachineRef("pull", 1, "other")));
        assertThat(nodes(0).beat(nowhere, LEASE).claimable()).isTrue();
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
        Threads.run(List.of(first, second, first, second));
        assertThat(claimed).hasSize(count);
        assertThat(claimed).extracting(Run::id).doesNotHaveDuplicates();
        assertThat(nodes(2).members())
                .extracting(Member::runs)
                .satisfies(
                        runs -> assertThat(runs.stream().mapToLong(n -> n).sum()).isEqualTo(count));
    }

    private void claimAll(int number, int count, List<Run> claimed) {
        while (claimed.size() < count && Threads.goOn()) {
            claimed.addAll(nodes(number).claim(MINE, 7));
        }
    }

    @Test
    default void claimsTheMailOfANodeThatLeft() {
        join(0);
        join(1);
        Mail first = Runs.mail(9, 1, "nul\u0000");
        Mail second = Runs.mail(8, 1, "b");
        Mail nobodys = Runs.mail(7, 1, "c");
        store(0).commit(ClusterTrial.mailed(List.of(first, second), List.of()));
        assertThat(nodes(1).beat(MINE, LEASE).claimable()).isFalse();
        assertThat(nodes(1).claimMail(9)).isEmpty();
        nodes(0).leave();
        assertThat(nodes(1).beat(MINE, LEASE).claimable()).isTrue();
        assertThat(nodes(1).claimMail(1)).containsExactly(second);
        store(2).commit(ClusterTrial.mailed(List.of(nobodys), List.of()));
        assertThat(nodes(1).claimMail(9)).containsExactly(nobodys, first);
        assertThat(nodes(0).holds(first)).isTrue();
        assertThat(nodes(1).claimMail(9)).isEmpty();
        assertThat(nodes(1).beat(MINE, LEASE).claimable()).isFalse();
        assertThat(store(1).mail(9)).containsExactly(nobodys, second, first);
        store(1).commit(ClusterTrial.mailed(List.of(), List.of(first)));
        assertThat(nodes(0).holds(first)).isFalse();
    }

    @Test
    default void givesTheHoldersOfAQueueOnAllNodes() {
        long first = join(0).epoch();
        long second = join(1).epoch();
        Lane lane = new Lane("gpu", 3);
        start(0, Runs.laned(Runs.minimal(1), lane).ownedBy(first));
        start(1, Runs.keyed(Runs.laned(Runs.minimal(2), lane), "k").ownedBy(second));
        start(1, Runs.laned(Runs.as(Runs.minimal(3), RunStatus.BACKING_OFF), lane));
        start(1, Runs.laned(Runs.as(Runs.minimal(4), RunStatus.ACQUIRING), lane));
        start(1, Runs.laned(ClusterTrial.waiting(5), lane));
        start(1, Runs.laned(Runs.minimal(6), new Lane("cpu", 1)));
        start(1, Runs.queued(7, "gpu", 1));
        start(1, Runs.queued(8, "gpu", 2));
        start(1, Runs.queued(9, "cpu", 2));
        assertThat(nodes(2).holders("gpu"))
                .containsExactlyInAnyOrder(
                        new Queued(new RunId(1), 3, new RunId(1).toString()),
                        new Queued(new RunId(2), 3, "k"),
                        new Queued(new RunId(3), 3, new RunId(3).toString()),
                        new Queued(new RunId(4), 3, new RunId(4).toString()));
        assertThat(nodes(2).holders("tpu")).isEmpty();
    }

    @Test
    default void givesOfAQueueOnlyWhomTheClaimCovers() {
        MachineRef newer = new MachineRef("pull", 2, "f2");
        Run adopted = Runs.queued(3, "gpu", 1);
        start(0, Runs.keyed(Runs.queued(1, "gpu", 5), "a"));
        start(0, Runs.of("push", Runs.queued(2, "gpu", 9)));
        start(0, adopted.with(adopted.origin().adoptedBy(newer)));
        start(0, Runs.keyed(Runs.queued(4, "gpu", 7), "b"));
        assertThat(nodes(0).queued("gpu", MINE, Set.of(), 9))
                .extracting(Queued::run)
                .isEqualTo(StoreTrial.ids(4, 1, 3));
        Claim strict = new Claim(Set.of(Runs.MACHINE), Set.of(newer));
        assertThat(nodes(0).queued("gpu", strict, Set.of("b"), 9))
                .extracting(Queued::run)
                .isEqualTo(StoreTrial.ids(1));
        assertThat(nodes(0).queued("gpu", MINE, Set.of(), 1))
                .extracting(Queued::run)
                .isEqualTo(StoreTrial.ids(4));
    }
}
