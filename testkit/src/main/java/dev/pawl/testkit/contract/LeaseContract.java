package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Heartbeat;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.NodeSlot;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// A node writes only while it holds its lease.
interface LeaseContract extends ClusterTrial {

    private List<Member.State> states() {
        return nodes(2).members().stream().map(Member::state).toList();
    }

    private static void assertFenced(ThrowingCallable call) {
        StoreException lost = catchThrowableOfType(StoreException.class, call);
        assertThat(lost.kind()).isEqualTo(Kind.FENCED);
    }

    private static Commit fresh(long id) {
        return Commit.of(SampleRuns.started(SampleRuns.minimal(id)));
    }

    @Test
    default void givesEachNodeItsOwnEpochAndSlot() {
        NodeSlot first = join(0);
        NodeSlot second = join(1);
        assertThat(first.epoch()).isPositive();
        assertThat(second.epoch()).isGreaterThan(first.epoch());
        assertThat(first.number()).isNotEqualTo(second.number()).isBetween(0, NodeSlot.COUNT - 1);
        nodes(0).leave();
        NodeSlot third = join(2);
        assertThat(third.epoch()).isGreaterThan(second.epoch());
        assertThat(third.number()).isNotEqualTo(second.number()).isBetween(0, NodeSlot.COUNT - 1);
    }

    @Test
    default void givesNodesThatJoinAtOnceDifferentSlots() {
        Set<NodeSlot> slots = new HashSet<>();
        TestThreads.run(
                List.of(
                        () -> add(slots, join(0)),
                        () -> add(slots, join(1)),
                        () -> add(slots, join(2))));
        assertThat(slots.stream().map(NodeSlot::number).distinct()).hasSize(3);
        assertThat(slots.stream().map(NodeSlot::epoch).distinct()).hasSize(3);
    }

    private static void add(Set<NodeSlot> slots, NodeSlot slot) {
        synchronized (slots) {
            slots.add(slot);
        }
    }

    @Test
    default void endsTheLeaseOfANodeOfTheSameName() {
        nodes(0).join(ClusterTrial.node("twin"), LEASE);
        nodes(1).join(ClusterTrial.node("twin"), LEASE);
        assertThat(states()).containsExactly(Member.State.LOST, Member.State.LIVE);
        assertThat(failure(0, fresh(1))).isEqualTo(Kind.FENCED);
        store(1).commit(fresh(1));
        assertThat(store(2).count(Filter.ALL)).isEqualTo(1);
    }

    @Test
    default void listsEveryEpochOfANode() {
        MachineRef push = new MachineRef("push", 4, "f4");
        NodeSlot first = nodes(0).join(ClusterTrial.node("a", SampleRuns.MACHINE, push), LEASE);
        MachineRef gone = new MachineRef("gone", 1, "f1");
        NodeSlot second = nodes(1).join(ClusterTrial.node("b", gone), LEASE);
        start(0, SampleRuns.minimal(1).ownedBy(first.epoch()));
        start(0, ClusterTrial.waiting(2).ownedBy(first.epoch()));
        start(0, SampleRuns.as(SampleRuns.minimal(3), RunStatus.COMPLETED).ownedBy(first.epoch()));
        nodes(1).leave();
        assertThat(nodes(2).registered()).containsExactlyInAnyOrder(SampleRuns.MACHINE, push);
        List<Member> members = nodes(2).members();
        assertThat(members)
                .extracting(Member::epoch)
                .containsExactly(first.epoch(), second.epoch());
        assertThat(members.getFirst().node())
                .isEqualTo(ClusterTrial.node("a", SampleRuns.MACHINE, push));
        assertThat(members).extracting(Member::runs).containsExactly(2L, 0L);
        assertThat(states()).containsExactly(Member.State.LIVE, Member.State.LEFT);
        Member live = members.getFirst();
        assertThat(live.isLive()).isTrue();
        assertThat(live.until()).isEqualTo(live.seen().plus(LEASE));
        assertThat(live.joined()).isBeforeOrEqualTo(live.seen());
    }

    @Test
    default void writesNothingOfANodeThatLeft() {
        NodeSlot slot = join(0);
        Run run = start(0, SampleRuns.minimal(1).ownedBy(slot.epoch()));
        nodes(0).leave();
        assertThat(failure(0, Commit.of(SampleRuns.changed(run)))).isEqualTo(Kind.FENCED);
        assertThat(failure(0, fresh(2))).isEqualTo(Kind.FENCED);
        assertThat(store(1).run(run.id())).contains(run);
        assertThat(store(1).count(Filter.ALL)).isEqualTo(1);
        assertThat(store(1).log(0, MANY)).hasSize(1);
    }

    @Test
    default void writesNothingOfANodeWhoseLeaseWasEnded() {
        NodeSlot slot = join(0);
        Run run = start(0, SampleRuns.minimal(1).ownedBy(slot.epoch()));
        join(1);
        expire(0);
        assertThat(nodes(1).claim(MINE, 9)).hasSize(1);
        assertThat(failure(0, Commit.of(SampleRuns.changed(run)))).isEqualTo(Kind.FENCED);
        assertThat(failure(0, fresh(2))).isEqualTo(Kind.FENCED);
        assertFenced(() -> nodes(0).heartbeat(MINE, LEASE));
        assertFenced(() -> nodes(0).claim(MINE, 1));
        assertFenced(() -> nodes(0).claimMessages(1));
        assertThat(states()).containsExactly(Member.State.LOST, Member.State.LIVE);
        assertThat(store(1).log(0, MANY)).hasSize(1);
        NodeSlot next = join(0);
        assertThat(next.epoch()).isGreaterThan(slot.epoch());
        start(0, SampleRuns.minimal(2).ownedBy(next.epoch()));
    }

    @Test
    default void extendsAnExpiredLeaseThatNoNodeHasEnded() {
        NodeSlot slot = join(0);
        start(0, SampleRuns.minimal(1).ownedBy(slot.epoch()));
        expire(0);
        start(0, SampleRuns.minimal(2).ownedBy(slot.epoch()));
        nodes(0).heartbeat(MINE, LEASE);
        join(1);
        assertThat(nodes(1).claim(MINE, 9)).isEmpty();
        start(0, SampleRuns.minimal(3).ownedBy(slot.epoch()));
    }

    @Test
    default void returnsTheMembersAndTheTimeWithEachHeartbeat() {
        join(0);
        NodeSlot second = join(1);
        nodes(0).leave();
        Heartbeat beat = nodes(1).heartbeat(MINE, LEASE);
        assertThat(beat.members())
                .extracting(Member::state)
                .containsExactly(Member.State.LEFT, Member.State.LIVE);
        Member self = beat.members().getLast();
        assertThat(self.epoch()).isEqualTo(second.epoch());
        assertThat(self.until()).isEqualTo(beat.now().plus(LEASE));
        assertThat(beat.claimable()).isFalse();
        assertThat(beat.changed()).isEmpty();
        assertThat(beat.queues()).isEmpty();
    }

    @Test
    default void returnsWithEachHeartbeatTheQueuesInWhichRunsWait() {
        NodeSlot slot = join(0);
        start(0, SampleRuns.queued(1, "gpu", 0).ownedBy(slot.epoch()));
        Run run = start(0, SampleRuns.queued(2, "cpu", 0).ownedBy(slot.epoch()));
        start(0, SampleRuns.queued(3, "cpu", 5));
        assertThat(nodes(0).heartbeat(MINE, LEASE).queues())
                .containsExactlyInAnyOrder("cpu", "gpu");
        move(0, run, RunStatus.RUNNING);
        assertThat(nodes(0).heartbeat(MINE, LEASE).queues())
                .containsExactlyInAnyOrder("cpu", "gpu");
        move(0, SampleRuns.queued(3, "cpu", 5), RunStatus.CANCELLED);
        assertThat(nodes(0).heartbeat(MINE, LEASE).queues()).containsExactly("gpu");
    }

    @Test
    default void countsChangesOfSettingsAndNoOthers() {
        join(0);
        long before = nodes(0).heartbeat(MINE, LEASE).settings();
        for (NamedDocument.Kind kind : NamedDocument.Kind.values()) {
            boolean counts =
                    switch (kind) {
                        case MACHINE, QUEUE, POOL, SCHEDULE, RETENTION -> true;
                        case RATE, GRANT, PERMIT, REPORT, NODE, MOVE, DECLARED, SYSTEM -> false;
                    };
            for (String body : new String[] {"{}", "{\"a\":1}", null}) {
                store(1).commit(Commit.of(ClusterTrial.document(kind, "x", body)));
                long now = nodes(0).heartbeat(MINE, LEASE).settings();
                if (counts) assertThat(now).as("%s %s", kind, body).isGreaterThan(before);
                else assertThat(now).as("%s %s", kind, body).isEqualTo(before);
                before = now;
            }
        }
    }

    @Test
    default void letsAStoreWriteThatHasNotJoined() {
        Run run = start(0, SampleRuns.minimal(1));
        move(1, run, RunStatus.WAITING);
        assertThat(nodes(2).members()).isEmpty();
        assertFenced(() -> nodes(2).heartbeat(MINE, LEASE));
        assertFenced(() -> nodes(2).claim(MINE, 1));
        assertFenced(() -> nodes(2).claimMessages(1));
    }

    @Test
    default void notifiesListeners() throws InterruptedException {
        NodeSlot slot = join(0);
        Run run = start(0, SampleRuns.minimal(1).ownedBy(slot.epoch()));
        CountDownLatch notified = new CountDownLatch(3);
        nodes(0).listen(notified::countDown);
        // A new listener may be notified once because it is new, and misses earlier changes.
        for (int i = 0; i < MANY && !notified.await(50, TimeUnit.MILLISECONDS); i++) {
            Commit.Change change = SampleRuns.changed(run);
            store(1).commit(Commit.of(change));
            run = change.run();
        }
        assertThat(notified.getCount()).isZero();
    }
}
