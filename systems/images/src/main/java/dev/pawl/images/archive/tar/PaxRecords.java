package dev.pawl.images.archive.tar;

import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveText;
import dev.pawl.images.archive.rule.ArchiveViolation;
import dev.pawl.images.archive.rule.EscapedText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The records of one extended header, with the keywords of POSIX, GNU and SCHILY.
final class PaxRecords {
    static final PaxRecords NONE = new PaxRecords();

    private static final String EXTENDED = "SCHILY.xattr.";
    private static final String SPARSE = "GNU.sparse.";
    private static final Set<String> KNOWN =
            Set.of("path", "linkpath", "size", "uid", "gid", "mtime");

    /// Keywords that a global header may not have, since they cannot apply to all entries.
    private static final Set<String> ONLY_LOCAL = Set.of("path", "linkpath", "size");

    private final Map<String, String> values = new HashMap<>();
    private final Map<String, byte[]> extended = new TreeMap<>();
    private final StringBuilder parts = new StringBuilder();

    private PaxRecords() {}

    /// Parses the records of a header for one entry, or for `all` entries that follow.
    static PaxRecords parse(byte[] bytes, boolean all) throws ArchiveViolation {
        PaxRecords records = new PaxRecords();
        int at = 0;
        while (at < bytes.length) {
            int blank = indexOf(bytes, (byte) ' ', at, Math.min(bytes.length, at + 8));
            if (blank < 0) throw malformed("a length and a blank", bytes, at);
            int end = at + length(bytes, at, blank);
            if (end > bytes.length || end <= blank + 1 || bytes[end - 1] != '\n') {
                throw malformed("a record that ends with a newline", bytes, at);
            }
            int equals = indexOf(bytes, (byte) '=', blank + 1, end);
            if (equals <= blank + 1) throw malformed("a keyword and '='", bytes, at);
            String key = ArchiveText.of(Arrays.copyOfRange(bytes, blank + 1, equals), "keyword");
            if (all && (ONLY_LOCAL.contains(key) || key.startsWith(SPARSE))) {
                throw malformed("no %s for all entries".formatted(key), bytes, at);
            }
            records.put(key, Arrays.copyOfRange(bytes, equals + 1, end - 1));
            at = end;
        }
        return records;
    }

    /// Returns these records overridden by `local`; an empty local value removes a record.
    PaxRecords with(PaxRecords local) {
        PaxRecords merged = new PaxRecords();
        merged.values.putAll(values);
        merged.values.putAll(local.values);
        merged.values.values().removeIf(String::isEmpty);
        merged.extended.putAll(extended);
        merged.extended.putAll(local.extended);
        merged.parts.append(local.parts);
        return merged;
    }

    @Nullable String text(String key) {
        return values.get(key);
    }

    /// Returns a non-negative number, or `otherwise`.
    long number(String key, long otherwise) throws ArchiveViolation {
        String text = values.get(key);
        return text == null ? otherwise : number(key, text);
    }

    /// Returns the seconds and nanoseconds of a time, if there is one.
    long @Nullable [] time(String key) throws ArchiveViolation {
        String text = values.get(key);
        if (text == null) return null;
        int point = text.indexOf('.');
        String whole = point < 0 ? text : text.substring(0, point);
        String fraction = point < 0 ? "" : text.substring(point + 1);
        boolean isNegative = whole.startsWith("-");
        long seconds = number(key, isNegative ? whole.substring(1) : whole);
        String digits = (fraction + "000000000").substring(0, 9);
        long nanos = number(key, digits);
        if (!isNegative) return new long[] {seconds, nanos};
        return nanos == 0
                ? new long[] {-seconds, 0}
                : new long[] {-seconds - 1, 1_000_000_000 - nanos};
    }

    Map<String, byte[]> extended() {
        return extended;
    }

    /// Returns whether these describe a sparse file in one of GNU's POSIX formats.
    boolean isSparse() {
        return values.containsKey("GNU.sparse.size")
                || values.containsKey("GNU.sparse.realsize")
                || values.containsKey("GNU.sparse.major");
    }

    /// Returns the map of a sparse file as offsets and lengths between commas.
    String sparseMap() {
        return values.getOrDefault("GNU.sparse.map", parts.toString());
    }

    private void put(String key, byte[] value) throws ArchiveViolation {
        if (key.startsWith(EXTENDED)) {
            extended.put(key.substring(EXTENDED.length()), value);
        } else if (key.equals("GNU.sparse.offset") || key.equals("GNU.sparse.numbytes")) {
            if (!parts.isEmpty()) parts.append(',');
            parts.append(ArchiveText.of(value, key));
        } else if (KNOWN.contains(key) || key.startsWith(SPARSE)) {
            values.put(key, ArchiveText.of(value, key));
        } else {
            // Unknown keywords are only checked for their form.
            refuseNul(key, value);
        }
    }

    private static void refuseNul(String key, byte[] value) throws ArchiveViolation {
        if (indexOf(value, (byte) 0, 0, value.length) >= 0) {
            throw ArchiveViolation.of(
                    ArchiveRule.EXTENDED_HEADER,
                    "expected no NUL in the value of " + EscapedText.shortened(key));
        }
    }

    private static int length(byte[] bytes, int from, int blank) throws ArchiveViolation {
        String digits = new String(bytes, from, blank - from, StandardCharsets.ISO_8859_1);
        return (int) number("length", digits);
    }

    static long number(String key, String text) throws ArchiveViolation {
        boolean isDigits = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
        try {
            if (isDigits) return Long.parseLong(text);
        } catch (NumberFormatException _) {
            // Too large; reported below.
        }
        boolean isNegative = text.startsWith("-");
        throw ArchiveViolation.of(
                isNegative ? ArchiveRule.SIZE : ArchiveRule.EXTENDED_HEADER,
                "expected decimal digits of at most 63 bits for %s, found '%s'"
                        .formatted(key, EscapedText.shortened(text)));
    }

    private static int indexOf(byte[] bytes, byte wanted, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == wanted) return i;
        }
        return -1;
    }

    private static ArchiveViolation malformed(String expected, byte[] bytes, int at) {
        byte[] rest = Arrays.copyOfRange(bytes, at, bytes.length);
        return ArchiveViolation.of(
                ArchiveRule.EXTENDED_HEADER,
                "expected %s, found %s".formatted(expected, EscapedText.bytes(rest, rest.length)));
    }
}
