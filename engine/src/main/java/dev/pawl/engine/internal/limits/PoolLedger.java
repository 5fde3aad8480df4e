package dev.pawl.engine.internal.limits;

import dev.pawl.engine.Lease;
import dev.pawl.engine.internal.kernel.CommitExtras;
import dev.pawl.engine.internal.kernel.EngineDocuments;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.store.Claim;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.PermitWaiter;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where this node finds who holds permits and who waits for them.
///
/// `here` is always a pool as the node has it in memory. For a node that has the store alone, that
/// is all there is to know, and nothing can refute a grant. Where nodes share the store, it has
/// only those that wait on this node; leases and waiting runs are read for each grant.
///
/// The hard idea: no node knows what the others are about to grant. So each grant changes a
/// document of its pool, and is made only if that, and the pool's settings, are as they were before
/// the node looked at who holds permits. Permits that come back in between only leave more room.
final class PoolLedger {
    /// How many runs in a line are read for a grant.
    static final int FIRST_MAX = 256;

    /// How far back the place in a line is looked for.
    private static final int LINE_MAX = 10_000;

    private final Kernel kernel;
    private final boolean shared;

    PoolLedger(Kernel kernel) {
        this.kernel = kernel;
        this.shared = kernel.node.isShared();
    }

    /// Returns whether grants need no store: then they are made at once.
    boolean isInMemory() {
        return !shared;
    }

    /// Returns a pool as it is now, to grant permits from.
    View view(PoolState here) {
        if (!shared) return new View(here, CommitExtras.NONE);
        List<PermitWaiter> first = line(here, kernel.node.claim(), FIRST_MAX);
        boolean isIdle = first.isEmpty() && here.waiting().isEmpty();
        if (isIdle) return new View(new PoolState(here.settings()), CommitExtras.NONE);
        CommitExtras turn = turn(here);
        return new View(with(here, first), turn);
    }

    /// Returns a pool as it is now, with all that wait for it.
    PoolState look(PoolState here) {
        return shared ? with(here, line(here, null, LINE_MAX)) : here;
    }

    /// Returns the leases of a pool, oldest first.
    List<Lease> leases(PoolState here) {
        return (shared ? with(here, List.of()) : here).leases();
    }

    /// Returns the lease of a holder, even one whose time is over.
    Optional<Lease> find(PoolState here, String holder) {
        return shared
                ? EngineDocuments.lease(kernel.store, name(here), holder)
                : here.lease(holder);
    }

    /// Returns whether a lease holds nothing any more. In memory it counts until its alarm ends it.
    boolean isOver(Lease lease) {
        return shared && lease.isOver(kernel.now());
    }

    /// Keeps a lease that is durable; returns the tickets of its holder that waited on this node.
    List<PoolState.Ticket> keep(PoolState here, Lease lease) {
        return shared ? here.withdraw(lease.holder()) : here.leased(lease);
    }

    /// Makes every node load the leases of a pool again: writes the settings, of which they learn.
    void notifyNodes(String pool) {
        if (!shared) return;
        Optional<NamedDocument> settings = kernel.store.document(NamedDocument.Kind.POOL, pool);
        if (settings.isEmpty()) return;
        try {
            Guard same = new Guard.Same(settings.get());
            kernel.commitNow(Commit.of(settings.get()).under(List.of(same)));
        } catch (StoreException e) {
            // If they have changed, that has notified the nodes.
            if (e.kind() != StoreException.Kind.GUARD_FAILED) throw e;
        }
    }

    private List<PermitWaiter> line(PoolState here, @Nullable Claim claim, int limit) {
        int countMax = claim == null ? Integer.MAX_VALUE : here.settings().capacity();
        return kernel.node.cluster().permitWaiters(name(here), claim, countMax, limit);
    }

    private PoolState with(PoolState here, List<PermitWaiter> line) {
        PoolState now = new PoolState(here.settings());
        String pool = name(here);
        for (NamedDocument document :
                kernel.store.documents(NamedDocument.Kind.PERMIT, pool + "/")) {
            Lease lease = EngineDocuments.decode(document, Lease.class);
            if (lease.pool().equals(pool) && !isOver(lease)) now.leased(lease);
        }
        for (PoolState.Ticket ticket : here.waiting()) if (ticket.run() == null) now.ask(ticket);
        for (PermitWaiter run : line) now.ask(new PoolState.Ticket(run, _ -> {}));
        return now;
    }

    private CommitExtras turn(PoolState here) {
        String pool = name(here);
        Guard settings = new Guard.Same(EngineDocuments.document(here.settings()));
        NamedDocument turn =
                kernel.store
                        .document(NamedDocument.Kind.GRANT, pool)
                        .orElse(new NamedDocument(NamedDocument.Kind.GRANT, pool, null));
        Payload body = turn.body();
        long next = body == null ? 1 : JsonCodec.JSON.decode(body, Long.class) + 1;
        NamedDocument turned =
                new NamedDocument(NamedDocument.Kind.GRANT, pool, JsonCodec.JSON.encode(next));
        return CommitExtras.documents(List.of(turned), List.of(new Guard.Same(turn), settings));
    }

    private static String name(PoolState here) {
        return here.settings().name();
    }

    /// A pool as it is now; `turn` is what becomes durable with a grant, and its guards.
    record View(PoolState state, CommitExtras turn) {}
}
