package dev.pawl.run;

/// The identity of a run: a time-ordered number, written as 13 characters of Crockford's base 32.
///
/// Later runs have larger ids, and the text sorts as the number does.
public record RunId(long value) implements Comparable<RunId> {
    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int LENGTH = 13;
    private static final int BITS = 5;

    public RunId {
        if (value < 0) throw new IllegalArgumentException("a run id is not negative: " + value);
    }

    /// Returns the id that `text` writes; lower case is read too, and O, I and L as 0 and 1.
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
                "a run id is %d letters and digits such as 0G7Z3K9QW2XVB, not '%s'"
                        .formatted(LENGTH, text));
    }
}
