package dev.pawl.engine.internal.limits;

import dev.pawl.engine.Lease;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.internal.kernel.RunLock;
import dev.pawl.engine.store.PermitWaiter;
import dev.pawl.run.RunId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
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
    private final Map<String, Integer> reserved = new HashMap<>();
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

    /// Adds a holder to those that wait; false if it waits or holds permits already.
    public synchronized boolean ask(Ticket ticket) {
        boolean known =
                reserved.containsKey(ticket.holder())
                        || leases.containsKey(ticket.holder())
                        || tickets.containsKey(ticket.holder());
        if (known) return false;
        tickets.put(ticket.holder(), ticket);
        return waiting.add(ticket);
    }

    public synchronized void withdraw(String holder) {
        Ticket ticket = tickets.remove(holder);
        if (ticket != null) waiting.remove(ticket);
    }

    /// Removes the next holders from the line and reserves their permits.
    public synchronized List<Ticket> grant() {
        List<Ticket> granted = new ArrayList<>();
        for (Ticket next : waiting) {
            if (next.count() > settings.capacity()) continue;
            if (next.count() > free()) break;
            reserved.put(next.holder(), next.count());
            out += next.count();
            granted.add(next);
        }
        for (Ticket ticket : granted) withdraw(ticket.holder());
        return granted;
    }

    /// Returns whether so many permits are reserved for a holder.
    public synchronized boolean isReserved(String holder, int count) {
        return reserved.getOrDefault(holder, 0) == count;
    }

    /// Turns a reservation into a lease that is durable, or loads one.
    public synchronized void leased(Lease lease) {
        withdraw(lease.holder());
        released(lease.holder());
        leases.put(lease.holder(), lease);
        out += lease.count();
    }

    /// Replaces a lease by another one for as many permits, unless it was returned meanwhile.
    public synchronized void changed(Lease before, Lease after) {
        leases.replace(before.holder(), before, after);
    }

    public synchronized void released(String holder) {
        Integer count = reserved.remove(holder);
        if (count != null) out -= count;
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

    /// A holder that waits, with its run if it is one; `ready` is called when its permits are
    /// reserved.
    public record Ticket(
            String holder,
            int count,
            int priority,
            long order,
            @Nullable RunId run,
            Runnable ready) {

        /// Returns a run that waits in the store.
        static Ticket of(PermitWaiter waiter) {
            RunId run = waiter.run();
            return new Ticket(
                    run.toString(), waiter.count(), waiter.priority(), run.value(), run, () -> {});
        }
    }
}
