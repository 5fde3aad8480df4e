package dev.pawl.engine.internal.kernel;

import dev.pawl.engine.Host;
import java.util.List;
import java.util.TreeSet;

/// Turns for names: two starts of the same key take theirs one after the other.
///
/// Names share a bounded number of locks; all that one caller needs are taken together, in order,
/// so that no callers wait for each other in a circle.
public final class KeyLocks {
    private static final int COUNT = 256;

    private final Host host;
    private final RunLock[] locks = new RunLock[COUNT];

    public KeyLocks(Host host) {
        this.host = host;
        for (int i = 0; i < COUNT; i++) locks[i] = new RunLock();
    }

    /// Takes the locks of all names.
    public Held take(List<String> names) {
        TreeSet<Integer> numbers = new TreeSet<>();
        for (String name : names) numbers.add(Math.floorMod(name.hashCode(), COUNT));
        for (int number : numbers) locks[number].take(host);
        return () -> {
            for (int number : numbers) locks[number].give(host);
        };
    }

    /// Turns that are held until closed.
    public interface Held extends AutoCloseable {
        @Override
        void close();
    }
}
