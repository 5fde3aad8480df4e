package dev.pawl.engine.store;

import dev.pawl.run.MachineRef;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How nodes share a store: leases, and who owns which run.
///
/// A node that has joined makes every commit under its lease: once that is lost, nothing of it is
/// written. Leases are measured by the store's clock alone. Anybody may commit a change of any run
/// that he has read as it is, and gives it to himself or to nobody; but a run in flight keeps its
/// owner, and only [#claim] gives it to another one, after the owner's lease has ended. What a node
/// decided in an earlier life is refused like that life itself. A store that has not joined writes
/// too, as tools do, and owns nothing.
public interface Cluster {

    /// Takes a lease. One that a node of the same name holds is lost by this.
    Seat join(NodeInfo node, Duration lease);

    /// Extends the lease, which it does also when that ran out and nobody has ended it, and tells
    /// the news. Throws [FENCED][StoreException.Kind#FENCED] if the lease is lost.
    Beat beat(Claim claim, Duration lease);

    /// Gives the lease up: its runs and its mail may be claimed at once.
    void leave();

    /// Returns every life of a node that is live or was not long ago, by epoch.
    List<Member> members();

    /// Returns the definitions that live nodes have.
    Set<MachineRef> registered();

    /// Returns what the store's clock says: leases are measured by it.
    Instant now();

    /// Returns the oldest life of a node whose lease has not run out; empty if no node is at work.
    default Optional<Member> oldest() {
        Instant now = now();
        return members().stream().filter(member -> member.holdsLeaseAt(now)).findFirst();
    }

    /// Ends the leases that have run out, and makes this node the owner of live runs whose owner
    /// has no lease: at most `limit`, oldest first, returned with the owner that they had. Nodes
    /// that claim at once get different runs.
    List<Run> claim(Claim claim, int limit);

    /// Makes this node the sender of mail that its sender has not delivered and never will.
    List<Mail> claimMail(int limit);

    /// Returns whether mail is still to be delivered.
    boolean holds(Mail mail);

    /// Returns who holds a slot of a queue, on any node.
    List<Queued> holders(String queue);

    /// Returns whom [Store#queued] returns, without those that the claim does not cover.
    List<Queued> queued(String queue, Claim claim, Set<String> except, int limit);

    /// Returns the first runs in line for permits of a pool, highest priority first and then lowest
    /// id: those that need at most `countMax` permits and that the claim covers, if there is one.
    ///
    /// What it costs depends on `limit`, and not on how many runs wait.
    List<PermitWaiter> permitWaiters(String pool, @Nullable Claim claim, int countMax, int limit);

    /// Returns those of these runs that exist, as one moment has them.
    List<Run> runs(Set<RunId> ids);

    /// Calls `news` whenever another node may have something for this one, soon but not surely: it
    /// only ends a wait early. It must not block.
    void listen(Runnable news);
}
