package dev.pawl.engine.internal.kernel;

import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.store.Claim;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.NodeSlot;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// This engine among the nodes that share its store. An engine that has its store alone owns all
/// runs.
///
/// [Membership][dev.pawl.engine.internal.cluster.Membership] updates it; all other parts ask it who
/// owns a run.
public final class Node {
    private static final NodeSlot NOWHERE = new NodeSlot(0, 0);

    private final @Nullable Cluster cluster;
    private volatile NodeSlot slot = NOWHERE;
    private volatile Claim claim = new Claim(Set.of(), Set.of());
    private volatile List<Member> members = List.of();
    private volatile boolean suspended;

    public Node(@Nullable Cluster cluster) {
        this.cluster = cluster;
    }

    public boolean isShared() {
        return cluster != null;
    }

    public Cluster cluster() {
        if (cluster == null) throw new IllegalStateException("this store is not shared by nodes");
        return cluster;
    }

    /// Returns the epoch of the lease that this node commits under, or 0.
    public long epoch() {
        return slot.epoch();
    }

    public Claim claim() {
        return claim;
    }

    public List<Member> members() {
        return members;
    }

    public void joined(NodeSlot taken, Set<MachineRef> mine) {
        claim = new Claim(mine, Set.of());
        slot = taken;
        suspended = false;
    }

    /// Lets no body start until this node joins again.
    public void suspend() {
        suspended = true;
    }

    /// Returns whether a body may start that was decided on under the lease of `epoch`.
    public boolean mayExecute(long epoch) {
        return cluster == null || (epoch == slot.epoch() && !suspended);
    }

    /// Updates which nodes share the store.
    public void learnt(List<Member> all) {
        members = all;
        Set<MachineRef> others = new HashSet<>();
        for (Member member : all) {
            boolean other = member.isLive() && member.epoch() != epoch();
            if (other) others.addAll(member.node().machines());
        }
        claim = new Claim(claim.mine(), others);
    }

    /// Returns when to look again for what other nodes have done; `Instant.MAX` if there are none.
    public Instant othersAt(Instant now, Duration pause) {
        return cluster == null ? Instant.MAX : now.plus(pause);
    }

    /// Returns whether another node has delivered a message.
    public boolean isDelivered(Message message) {
        return cluster != null && !cluster.holds(message);
    }

    /// Returns those of these runs that other nodes may have changed, as they are now.
    public List<Run> changeable(Set<RunId> ids) {
        return cluster == null ? List.of() : cluster.runs(ids);
    }

    /// Returns whether a live node has a definition, also one that has joined since this node last
    /// looked.
    public boolean isRegistered(MachineRef machine) {
        if (cluster == null || !cluster.registered().contains(machine)) return false;
        learnt(cluster.members());
        return true;
    }

    /// Returns whether this node may execute a run's bodies.
    public boolean mayRun(Run run) {
        return cluster == null || claim.covers(run);
    }

    /// Returns whether it is this node that moves a run when its time comes.
    public boolean owns(Run run) {
        return cluster == null || run.owner() == epoch();
    }

    /// Returns how many live nodes are older than this one: what one alone should do, the first
    /// does, and the others only look after it.
    public int rank() {
        int older = 0;
        for (Member member : members) if (isOlder(member)) older++;
        return older;
    }

    private boolean isOlder(Member member) {
        return member.isLive() && member.epoch() < epoch();
    }

    /// Returns a decision with the owners of its runs: a node that moves a run owns it from then on
    /// if it can execute the run. A running run stays with the node that executes it.
    public Decision owned(@Nullable Run before, Decision decision) {
        if (cluster == null) return decision;
        Run after = decision.run();
        long owner = mayRun(after) ? epoch() : 0;
        if (before != null && before.isInFlight()) owner = before.owner();
        List<Decision> others =
                decision.others().stream().map(other -> owned(null, other)).toList();
        return decision.of(after.ownedBy(owner), others);
    }
}
