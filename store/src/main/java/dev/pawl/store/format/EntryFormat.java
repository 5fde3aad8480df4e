package dev.pawl.store.format;

import dev.pawl.run.HistoryEntry;
import dev.pawl.run.RunStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// History entries as JSON, so that plain SQL can take them apart with `json_each`.
///
/// An entry is `[seq, nanoseconds, kind, status, state, attempt, actor, detail]`, and a chunk is an
/// array of entries. The reader only ever sees what was written here, so it is strict and small.
public final class EntryFormat {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private EntryFormat() {}

    /// Writes entries separated by commas, without the surrounding brackets.
    public static void write(ByteSink to, List<HistoryEntry> entries) {
        for (int i = 0; i < entries.size(); i++) {
            if (i > 0) to.putByte(',');
            write(to, entries.get(i));
        }
    }

    private static void write(ByteSink to, HistoryEntry entry) {
        to.putByte('[');
        number(to, entry.seq());
        to.putByte(',');
        number(to, NanoTimes.nanos(entry.at()));
        to.putByte(',');
        text(to, entry.kind().name());
        to.putByte(',');
        text(to, entry.status().name());
        to.putByte(',');
        text(to, entry.state());
        to.putByte(',');
        number(to, entry.attempt());
        to.putByte(',');
        text(to, entry.actor());
        to.putByte(',');
        text(to, entry.detail());
        to.putByte(']');
    }

    private static void number(ByteSink to, long value) {
        if (value < 0) {
            to.putAscii(Long.toString(value));
            return;
        }
        int digits = 1;
        for (long rest = value; rest >= 10; rest /= 10) digits++;
        to.putDigits(value, digits);
    }

    private static void text(ByteSink to, @Nullable String text) {
        if (text == null) {
            to.putAscii("null");
            return;
        }
        to.putByte('"');
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == '"' || letter == '\\') {
                to.putByte('\\');
                to.putByte(letter);
            } else if (letter >= 0x20 && letter < 0x7F) {
                to.putByte(letter);
            } else {
                // Every other character is escaped: the text stays ASCII, and an unpaired surrogate
                // is preserved.
                to.putAscii("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    to.putByte(HEX[(letter >> shift) & 15]);
                }
            }
        }
        to.putByte('"');
    }

    /// Returns the entries of a chunk.
    public static List<HistoryEntry> read(byte[] chunk) {
        return new Reader(chunk).entries();
    }

    private static final class Reader {
        private final byte[] json;
        private int at;

        Reader(byte[] json) {
            this.json = json;
        }

        List<HistoryEntry> entries() {
            List<HistoryEntry> entries = new ArrayList<>();
            expect('[');
            if (peek() == ']') return entries;
            do {
                entries.add(entry());
            } while (hasMore());
            return entries;
        }

        private HistoryEntry entry() {
            expect('[');
            long seq = number();
            expect(',');
            Instant time = NanoTimes.instant(number());
            expect(',');
            var kind = HistoryEntry.Kind.valueOf(text());
            expect(',');
            var status = RunStatus.valueOf(text());
            expect(',');
            String state = text();
            expect(',');
            int attempt = Math.toIntExact(number());
            expect(',');
            String actor = text();
            expect(',');
            String detail = peek() == 'n' ? nothing() : text();
            expect(']');
            return new HistoryEntry(seq, time, kind, status, state, attempt, actor, detail);
        }

        private boolean hasMore() {
            if (peek() != ',') {
                expect(']');
                return false;
            }
            at++;
            return true;
        }

        private long number() {
            boolean negative = peek() == '-';
            if (negative) at++;
            long value = 0;
            int start = at;
            while (peek() >= '0' && peek() <= '9') value = value * 10 + (json[at++] - '0');
            if (at == start) throw unexpected("a digit");
            return negative ? -value : value;
        }

        private String text() {
            expect('"');
            int start = at;
            while (peek() != '"' && peek() != '\\') at++;
            String plain = new String(json, start, at - start, StandardCharsets.UTF_8);
            if (peek() == '"') {
                at++;
                return plain;
            }
            StringBuilder text = new StringBuilder(plain);
            while (peek() != '"') text.append(peek() == '\\' ? escaped() : (char) json[at++]);
            at++;
            return text.toString();
        }

        private char escaped() {
            at++;
            if (peek() != 'u') return (char) json[at++];
            at++;
            int letter = 0;
            for (int i = 0; i < 4; i++) {
                letter = letter << 4 | Character.digit(peek(), 16);
                at++;
            }
            return (char) letter;
        }

        private @Nullable String nothing() {
            for (char letter : "null".toCharArray()) expect(letter);
            return null;
        }

        private void expect(char letter) {
            if (peek() != letter) throw unexpected("'" + letter + "'");
            at++;
        }

        private char peek() {
            if (at >= json.length) throw unexpected("more");
            return (char) (json[at] & 0xFF);
        }

        private IllegalArgumentException unexpected(String wanted) {
            return new IllegalArgumentException(
                    "history is damaged: %s is expected at byte %d of %d"
                            .formatted(wanted, at, json.length));
        }
    }
}
