package dev.pawl.run;

/// The id of a run: a number that grows with time, written as 13 characters of Crockford's base 32.
///
/// Later runs have larger ids, and the text sorts like the number.
public record RunId(long value) implements Comparable<RunId> {
    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int LENGTH = 13;
    private static final int BITS = 5;

    public RunId {
        if (value < 0)
            throw new IllegalArgumentException("expected a run id of 0 or more, found " + value);
    }

    /// Parses an id. Lower case is accepted, O is read as 0, and I and L as 1.
    public static RunId parse(String text) {
        if (text.length() != LENGTH) throw malformed(text);
        long value = 0;
        for (int i = 0; i < LENGTH; i++) {
            int digit = digit(text.charAt(i));
            if (digit < 0 || (i == 0 && digit > 7)) throw malformed(text);
            value = (value << BITS) | digit;
        }
        return new RunId(value);
    }

    @Override
    public int compareTo(RunId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        char[] text = new char[LENGTH];
        long rest = value;
        for (int i = LENGTH - 1; i >= 0; i--) {
            text[i] = DIGITS.charAt((int) (rest & 31));
            rest >>>= BITS;
        }
        return new String(text);
    }

    private static int digit(char letter) {
        if (letter > 'z') return -1;
        char upper = Character.toUpperCase(letter);
        return switch (upper) {
            case 'O' -> 0;
            case 'I', 'L' -> 1;
            default -> DIGITS.indexOf(upper);
        };
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException(
                "expected a run id of %d letters and digits such as 0G7Z3K9QW2XVB, found '%s'"
                        .formatted(LENGTH, text));
    }
}
