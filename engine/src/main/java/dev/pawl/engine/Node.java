package dev.pawl.engine;

import dev.pawl.engine.store.Claim;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.Seat;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Run;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// This engine's place among the nodes that share its store; if nobody shares it, it has all runs.
///
/// [Membership] keeps it up to date; everybody else asks it whose a run is.
final class Node {
    private static final Seat NOWHERE = new Seat(0, 0);

    private final @Nullable Cluster cluster;
    private volatile Seat seat = NOWHERE;
    private volatile Claim claim = new Claim(Set.of(), Set.of());
    private volatile List<Member> members = List.of();
    private volatile boolean grounded;

    Node(@Nullable Cluster cluster) {
        this.cluster = cluster;
    }

    boolean isShared() {
        return cluster != null;
    }

    Cluster cluster() {
        if (cluster == null) throw new IllegalStateException("nobody shares this store");
        return cluster;
    }

    /// Returns the life of this node that its commits are made under, or 0.
    long epoch() {
        return seat.epoch();
    }

    Claim claim() {
        return claim;
    }

    List<Member> members() {
        return members;
    }

    void joined(Seat taken, Set<MachineRef> mine) {
        claim = new Claim(mine, Set.of());
        seat = taken;
        grounded = false;
    }

    /// Lets no body begin until this node joins again.
    void ground() {
        grounded = true;
    }

    /// Returns whether a body may begin that was decided on in the life of `epoch`.
    boolean mayFly(long epoch) {
        return cluster == null || (epoch == seat.epoch() && !grounded);
    }

    /// Takes note of who shares the store.
    void learnt(List<Member> all) {
        members = all;
        Set<MachineRef> others = new HashSet<>();
        for (Member member : all) {
            boolean other = member.isLive() && member.epoch() != epoch();
            if (other) others.addAll(member.node().machines());
        }
        claim = new Claim(claim.mine(), others);
    }

    /// Returns whether this node may execute a run's bodies.
    boolean mayRun(Run run) {
        return cluster == null || claim.covers(run);
    }

    /// Returns whether it is this node that moves a run when its time comes.
    boolean owns(Run run) {
        return cluster == null || run.owner() == epoch();
    }

    /// Returns how many live nodes are older than this one: what one alone should do, the first
    /// does, and the others only look after it.
    int rank() {
        int older = 0;
        for (Member member : members) if (isOlder(member)) older++;
        return older;
    }

    private boolean isOlder(Member member) {
        return member.isLive() && member.epoch() < epoch();
    }

    /// Returns a decision with the owners of its runs: whoever moves a run has it from then on, if
    /// he can execute it; but one in flight stays with the node that executes it.
    Decision owned(@Nullable Run before, Decision decision) {
        if (cluster == null) return decision;
        Run after = decision.run();
        long owner = mayRun(after) ? epoch() : 0;
        if (before != null && before.isInFlight()) owner = before.owner();
        List<Decision> others =
                decision.others().stream().map(other -> owned(null, other)).toList();
        return decision.of(after.ownedBy(owner), others);
    }
}
