package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ObjectRef;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// The objects that the cluster itself looks at next, each at most once, by time.
final class Agenda {
    private final PriorityQueue<Entry> queue = new PriorityQueue<>();
    private final Map<ObjectRef, Instant> times = new HashMap<>();
    private long added;

    void add(ObjectRef ref, Instant at) {
        Instant known = times.get(ref);
        if (known != null && !at.isBefore(known)) return;
        times.put(ref, at);
        queue.add(new Entry(at, added++, ref));
    }

    void clear() {
        queue.clear();
        times.clear();
    }

    /// Removes and returns what is due, or null if nothing is.
    @Nullable ObjectRef poll(Instant now) {
        Instant next = next();
        if (next == null || next.isAfter(now)) return null;
        ObjectRef ref = queue.remove().ref();
        times.remove(ref);
        return ref;
    }

    /// Returns when the next object is due, or null if none is.
    @Nullable Instant next() {
        while (true) {
            Entry first = queue.peek();
            if (first == null) return null;
            // An entry that an earlier one has replaced.
            if (first.at().equals(times.get(first.ref()))) return first.at();
            queue.remove();
        }
    }

    private record Entry(Instant at, long number, ObjectRef ref) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            int byTime = at.compareTo(other.at);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }
}
