package dev.pawl.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// One pool in memory: who holds permits and who waits for them.
///
/// Waiting is fair: higher priorities first, then in order of arrival, and nobody overtakes a
/// larger request that came first; only one that is larger than the pool, which was made smaller
/// since, is passed by until there is room for it. A granted ticket counts as held at once, before
/// its lease is durable, so the capacity holds at every moment. All methods are guarded by the
/// board itself.
final class PoolBoard {
    private static final Comparator<Ticket> ORDER =
            Comparator.comparingInt(Ticket::priority).reversed().thenComparingLong(Ticket::order);

    /// Whose turn it is to change a lease that is no run's.
    final Turn changing = new Turn();

    private final TreeSet<Ticket> waiting = new TreeSet<>(ORDER);
    private final Map<String, Ticket> tickets = new HashMap<>();
    private final Map<String, Integer> reserved = new HashMap<>();
    private final Map<String, Lease> leases = new HashMap<>();
    private PoolSettings settings;
    private int out;

    PoolBoard(PoolSettings settings) {
        this.settings = settings;
    }

    synchronized PoolSettings settings() {
        return settings;
    }

    synchronized void settings(PoolSettings next) {
        settings = next;
    }

    synchronized void ask(Ticket ticket) {
        boolean known =
                reserved.containsKey(ticket.holder())
                        || leases.containsKey(ticket.holder())
                        || tickets.containsKey(ticket.holder());
        if (known) return;
        tickets.put(ticket.holder(), ticket);
        waiting.add(ticket);
    }

    synchronized void withdraw(String holder) {
        Ticket ticket = tickets.remove(holder);
        if (ticket != null) waiting.remove(ticket);
    }

    /// Takes those whose turn it is out of the line and reserves their permits.
    synchronized List<Ticket> grant() {
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

    /// Turns a reservation into a lease that is durable, or loads one.
    synchronized void leased(Lease lease) {
        withdraw(lease.holder());
        released(lease.holder());
        leases.put(lease.holder(), lease);
        out += lease.count();
    }

    synchronized void released(String holder) {
        Integer count = reserved.remove(holder);
        if (count != null) out -= count;
        Lease lease = leases.remove(holder);
        if (lease != null) out -= lease.count();
    }

    synchronized Optional<Lease> lease(String holder) {
        return Optional.ofNullable(leases.get(holder));
    }

    synchronized List<Lease> leases() {
        return leases.values().stream().sorted(Comparator.comparingLong(Lease::epoch)).toList();
    }

    synchronized List<Ticket> waiting() {
        return List.copyOf(waiting);
    }

    /// Returns how many permits are out, reserved ones included.
    synchronized int out() {
        return out;
    }

    synchronized int free() {
        return settings.capacity() - out();
    }

    /// A place in the line; `ready` is told when the permits are reserved.
    record Ticket(String holder, int count, int priority, long order, Runnable ready) {}
}
