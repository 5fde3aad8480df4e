package dev.pawl.engine;

import java.util.List;
import java.util.TreeSet;

/// Turns for names: two starts of the same key take theirs one after the other.
///
/// Names share a bounded number of turns; all that one caller needs are taken together, in order,
/// so that nobody waits in a circle.
final class Stripes {
    private static final int COUNT = 256;

    private final Host host;
    private final Turn[] turns = new Turn[COUNT];

    Stripes(Host host) {
        this.host = host;
        for (int i = 0; i < COUNT; i++) turns[i] = new Turn();
    }

    /// Takes the turns of all names.
    Held take(List<String> names) {
        TreeSet<Integer> numbers = new TreeSet<>();
        for (String name : names) numbers.add(Math.floorMod(name.hashCode(), COUNT));
        for (int number : numbers) turns[number].take(host);
        return () -> {
            for (int number : numbers) turns[number].give(host);
        };
    }

    /// Turns that are held until closed.
    interface Held extends AutoCloseable {
        @Override
        void close();
    }
}
