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
    private final Map<String, Integer> reserved = new HashMap<>();
    private final Map<String, Lease> leases = new HashMap<>();
    private PoolSettings settings;

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
                        || waiting.stream().anyMatch(t -> t.holder().equals(ticket.holder()));
        if (!known) waiting.add(ticket);
    }

    synchronized void withdraw(String holder) {
        waiting.removeIf(ticket -> ticket.holder().equals(holder));
    }

    /// Takes those whose turn it is out of the line and reserves their permits.
    synchronized List<Ticket> grant() {
        List<Ticket> granted = new ArrayList<>();
        for (Ticket next : waiting) {
            if (next.count() > settings.capacity()) continue;
            if (next.count() > free()) break;
            reserved.put(next.holder(), next.count());
            granted.add(next);
        }
        granted.forEach(waiting::remove);
        return granted;
    }

    /// Turns a reservation into a lease that is durable, or loads one.
    synchronized void leased(Lease lease) {
        reserved.remove(lease.holder());
        leases.put(lease.holder(), lease);
    }

    synchronized void released(String holder) {
        reserved.remove(holder);
        leases.remove(holder);
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
        int sum = 0;
        for (int count : reserved.values()) sum += count;
        for (Lease lease : leases.values()) sum += lease.count();
        return sum;
    }

    synchronized int free() {
        return settings.capacity() - out();
    }

    /// A place in the line; `ready` is told when the permits are reserved.
    record Ticket(String holder, int count, int priority, long order, Runnable ready) {}
}
