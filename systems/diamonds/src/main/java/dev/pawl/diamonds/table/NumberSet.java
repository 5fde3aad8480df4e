package dev.pawl.diamonds.table;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.PrimitiveIterator;
import org.jspecify.annotations.Nullable;

/// A set of numbers of stones; a bit for each, since the numbers are dense.
///
/// Its text form is a JSON array, so that SQL can read it too.
public final class NumberSet {
    private final BitSet bits = new BitSet();

    /// Returns the text of some numbers, in their order.
    public static String text(Iterable<Long> numbers) {
        StringBuilder text = new StringBuilder("[");
        for (long number : numbers) {
            if (text.length() > 1) text.append(',');
            text.append(number);
        }
        return text.append(']').toString();
    }

    /// Returns the numbers of a text, in their order.
    public static List<Long> numbers(String text) {
        List<Long> numbers = new ArrayList<>();
        long number = -1;
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each >= '0' && each <= '9') {
                number = Math.max(number, 0) * 10 + (each - '0');
            } else if (number >= 0) {
                numbers.add(number);
                number = -1;
            }
        }
        return numbers;
    }

    public void add(long number) {
        bits.set(Math.toIntExact(number));
    }

    /// Adds the numbers of a text.
    public void addAll(String text) {
        numbers(text).forEach(this::add);
    }

    public void remove(long number) {
        bits.clear(Math.toIntExact(number));
    }

    public boolean contains(long number) {
        return bits.get(Math.toIntExact(number));
    }

    public int size() {
        return bits.cardinality();
    }

    public boolean isEmpty() {
        return bits.isEmpty();
    }

    /// Returns the numbers in ascending order, in lists of at most `size`.
    public List<List<Long>> chunks(int size) {
        List<List<Long>> chunks = new ArrayList<>();
        List<Long> chunk = new ArrayList<>();
        PrimitiveIterator.OfInt all = bits.stream().iterator();
        while (all.hasNext()) {
            chunk.add((long) all.nextInt());
            if (chunk.size() == size || !all.hasNext()) {
                chunks.add(chunk);
                chunk = new ArrayList<>();
            }
        }
        return chunks;
    }

    /// Returns the greatest number, or null if there is none.
    public @Nullable Long greatest() {
        return bits.isEmpty() ? null : Long.valueOf(bits.length() - 1L);
    }
}
