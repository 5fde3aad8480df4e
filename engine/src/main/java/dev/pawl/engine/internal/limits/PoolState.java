package dev.pawl.engine.internal.limits;

import dev.pawl.engine.Lease;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.internal.kernel.RunLock;
import dev.pawl.engine.store.PermitWaiter;
import dev.pawl.run.RunId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One pool in memory: who holds permits and who waits for them.
///
/// Waiting is fair: higher priorities first, then in order of arrival, and no holder overtakes a
/// larger request that came first; only one that is larger than the pool, which was made smaller
/// since, is passed by until there is room for it. A granted ticket counts as held at once, before
/// its lease is durable, so the capacity holds at every moment. All methods are synchronized on
/// this object.
public final class PoolState {
    private static final Comparator<Ticket> ORDER =
            Comparator.comparingInt(Ticket::priority).reversed().thenComparingLong(Ticket::order);

    /// Held while a lease changes other than with its run.
    public final RunLock changing = new RunLock();

    private final TreeSet<Ticket> waiting = new TreeSet<>(ORDER);
    private final Map<String, Ticket> tickets = new HashMap<>();
    private final Map<String, Ticket> reserved = new HashMap<>();
    // Further tickets of holders that are in line or have a reservation.
    private final Map<String, Deque<Ticket>> behind = new HashMap<>();
    private final Map<String, Lease> leases = new HashMap<>();
    private PoolSettings settings;
    private int out;

    public PoolState(PoolSettings settings) {
        this.settings = settings;
    }

    public synchronized PoolSettings settings() {
        return settings;
    }

    public synchronized void settings(PoolSettings next) {
        settings = next;
    }

    /// Adds a ticket to those that wait, unless its holder has a lease. If the holder waits already
    /// or has a reservation, the ticket waits behind that one; of a run only the latest counts.
    public synchronized void ask(Ticket ticket) {
        String holder = ticket.holder();
        if (leases.containsKey(holder) || isKnown(ticket)) return;
        if (ticket.run() != null) withdraw(holder);
        if (tickets.containsKey(holder) || reserved.containsKey(holder)) {
            behind.computeIfAbsent(holder, _ -> new ArrayDeque<>()).add(ticket);
        } else {
            lineUp(ticket);
        }
    }

    private boolean forgetBehind(Ticket ticket) {
        Deque<Ticket> further = behind.get(ticket.holder());
        if (further == null || !further.remove(ticket)) return false;
        if (further.isEmpty()) behind.remove(ticket.holder());
        return true;
    }

    private boolean isKnown(Ticket ticket) {
        String holder = ticket.holder();
        Deque<Ticket> further = behind.get(holder);
        return tickets.get(holder) == ticket
                || reserved.get(holder) == ticket
                || (further != null && further.contains(ticket));
    }

    private void lineUp(Ticket ticket) {
        tickets.put(ticket.holder(), ticket);
        waiting.add(ticket);
    }

    /// Removes a holder from those that wait and returns its tickets. What is reserved for it stays
    /// reserved: a grant may be under way, and only that one knows how it ends.
    public synchronized List<Ticket> withdraw(String holder) {
        List<Ticket> removed = new ArrayList<>();
        Ticket ticket = tickets.remove(holder);
        if (ticket != null) {
            waiting.remove(ticket);
            removed.add(ticket);
        }
        Deque<Ticket> further = behind.remove(holder);
        if (further != null) removed.addAll(further);
        return removed;
    }

    /// Ends one ticket, with the reservation that was made for it, and lets the next ticket of the
    /// same holder wait in its place. Returns whether others may be granted permits now.
    public synchronized boolean giveUp(Ticket ticket) {
        String holder = ticket.holder();
        if (forgetBehind(ticket)) return false;
        if (tickets.remove(holder, ticket)) waiting.remove(ticket);
        else if (reserved.remove(holder, ticket)) out -= ticket.count();
        else return false;
        Deque<Ticket> further = behind.get(holder);
        if (further != null) {
            Ticket next = further.getFirst();
            forgetBehind(next);
            lineUp(next);
        }
        return true;
    }

    /// Removes the next holders from the line and reserves their permits.
    public synchronized List<Ticket> grant() {
        List<Ticket> granted = new ArrayList<>();
        for (Ticket next : waiting) {
            if (next.count() > settings.capacity()) continue;
            if (next.count() > free()) break;
            reserved.put(next.holder(), next);
            out += next.count();
            granted.add(next);
        }
        for (Ticket ticket : granted) {
            tickets.remove(ticket.holder());
            waiting.remove(ticket);
        }
        return granted;
    }

    /// Returns whether so many permits are reserved for a holder.
    public synchronized boolean isReserved(String holder, int count) {
        Ticket ticket = reserved.get(holder);
        return ticket != null && ticket.count() == count;
    }

    /// Turns a reservation into a lease that is durable, or loads one. Returns the tickets of its
    /// holder that waited.
    public synchronized List<Ticket> leased(Lease lease) {
        Ticket ticket = reserved.remove(lease.holder());
        if (ticket != null) out -= ticket.count();
        released(lease.holder());
        leases.put(lease.holder(), lease);
        out += lease.count();
        return withdraw(lease.holder());
    }

    /// Replaces a lease by another one for as many permits, unless it was returned meanwhile.
    public synchronized void changed(Lease before, Lease after) {
        leases.replace(before.holder(), before, after);
    }

    /// Ends the lease of a holder; a reservation stays.
    public synchronized void released(String holder) {
        Lease lease = leases.remove(holder);
        if (lease != null) out -= lease.count();
    }

    public synchronized Optional<Lease> lease(String holder) {
        return Optional.ofNullable(leases.get(holder));
    }

    public synchronized List<Lease> leases() {
        return leases.values().stream().sorted(Comparator.comparingLong(Lease::epoch)).toList();
    }

    public synchronized List<Ticket> waiting() {
        return List.copyOf(waiting);
    }

    /// Returns how many permits are out, reserved ones included.
    public synchronized int out() {
        return out;
    }

    public synchronized int free() {
        return settings.capacity() - out();
    }

    /// A request of a holder that waits, with its run if it is one. Each is one of its own, even if
    /// a holder asks for the same twice.
    public static final class Ticket {
        private final String holder;
        private final int count;
        private final int priority;
        private final long order;
        private final @Nullable RunId run;
        private final Consumer<Ticket> ready;

        /// Creates a ticket of a holder that is not a run.
        Ticket(LeaseRequest request, long order, Runnable ready) {
            this.holder = request.holder();
            this.count = request.count();
            this.priority = request.priority();
            this.order = order;
            this.run = null;
            this.ready = _ -> ready.run();
        }

        /// Creates a ticket of a run; `ready` gets it when its permits are reserved.
        Ticket(PermitWaiter waiter, Consumer<Ticket> ready) {
            this.run = waiter.run();
            this.holder = run.toString();
            this.count = waiter.count();
            this.priority = waiter.priority();
            this.order = run.value();
            this.ready = ready;
        }

        public String holder() {
            return holder;
        }

        public int count() {
            return count;
        }

        public int priority() {
            return priority;
        }

        long order() {
            return order;
        }

        public @Nullable RunId run() {
            return run;
        }

        /// Reports that the permits are reserved, or that another ticket of the holder got them.
        void wake() {
            ready.accept(this);
        }
    }
}
