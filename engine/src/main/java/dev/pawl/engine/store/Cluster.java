package dev.pawl.engine.store;

import dev.pawl.run.MachineRef;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How nodes share a store: leases, and which node owns which run.
///
/// A node that has joined commits under its lease; when it has lost the lease, the store refuses
/// its commits. Only the store's clock measures leases. Any node may commit a change of a run if it
/// read the run's latest version, and then owns the run or leaves it without an owner. A run whose
/// attempt executes keeps its owner; only [#claim] gives it to another node, after the owner's
/// lease has ended. The store also refuses what a node decided under an earlier epoch. A tool can
/// commit without joining, and owns nothing.
public interface Cluster {

    /// Takes a lease. A node of the same name that holds a lease loses it.
    NodeSlot join(NodeInfo node, Duration lease);

    /// Extends the lease, even an expired one that no other node has ended, and returns what has
    /// changed. Throws [FENCED][StoreException.Kind#FENCED] if the lease is lost.
    Heartbeat heartbeat(Claim claim, Duration lease);

    /// Gives up the lease, so that other nodes can claim its runs and messages at once.
    void leave();

    /// Returns the live and the recent members, by epoch.
    List<Member> members();

    /// Returns the definitions of the live nodes.
    Set<MachineRef> registered();

    /// Returns the time of the store's clock, which measures leases.
    Instant now();

    /// Returns the member with the lowest epoch whose lease has not expired, if there is one.
    default Optional<Member> oldest() {
        Instant now = now();
        return members().stream().filter(member -> member.holdsLeaseAt(now)).findFirst();
    }

    /// Ends expired leases and makes this node the owner of live runs whose owner has no lease: at
    /// most `limit`, oldest first. Returns the runs with their previous owners. Nodes that claim
    /// concurrently get different runs.
    List<Run> claim(Claim claim, int limit);

    /// Makes this node the sender of messages whose sender has no lease any more.
    List<Message> claimMessages(int limit);

    /// Returns whether a message is not delivered yet.
    boolean holds(Message message);

    /// Returns the runs that hold a slot of a queue, on any node.
    List<Queued> holders(String queue);

    /// Returns the runs that [Store#queued] returns and that the claim covers.
    List<Queued> queued(String queue, Claim claim, Set<String> except, int limit);

    /// Returns the runs that wait for permits of a pool, highest priority first and then lowest id:
    /// those that need at most `countMax` permits and that the claim covers, if there is one.
    ///
    /// Its cost depends on `limit`, not on the number of waiting runs.
    List<PermitWaiter> permitWaiters(String pool, @Nullable Claim claim, int countMax, int limit);

    /// Returns those of these runs that exist, in one consistent snapshot.
    List<Run> runs(Set<RunId> ids);

    /// Calls `listener` soon after another node may have changed something for this one. Calls can
    /// be lost, so they only shorten a wait. The listener must not block.
    void listen(Runnable listener);
}
