package dev.pawl.images.archive;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What was said about an entry before its own header.
final class EntryHeaders {
    private static final long OWNER_MAX = 0xffff_fffeL;

    private @Nullable PaxRecords local;
    private byte @Nullable [] longName;
    private byte @Nullable [] longLink;

    void pax(PaxRecords records) throws Refusal {
        if (local != null) throw twice("extended header");
        local = records;
    }

    void longName(byte[] name) throws Refusal {
        if (longName != null) throw twice("long name");
        longName = ended(name);
    }

    void longLink(byte[] link) throws Refusal {
        if (longLink != null) throw twice("long link name");
        longLink = ended(link);
    }

    /// Refuses an archive that ends where an entry was announced.
    void expectNone() throws Refusal {
        if (local != null || longName != null || longLink != null) {
            throw Refusal.of(
                    Rule.TRUNCATED, "expected an entry after an extended header, found the end");
        }
    }

    /// Returns the records of the entry over those of all entries.
    PaxRecords over(PaxRecords global) {
        return local == null ? global : global.with(local);
    }

    String path(HeaderBlock header, PaxRecords pax) throws Refusal {
        String sparse = pax.text("GNU.sparse.name");
        if (sparse != null) return sparse;
        String path = pax.text("path");
        if (path != null) return path;
        return Text.of(longName == null ? header.name() : longName, "name");
    }

    String link(HeaderBlock header, PaxRecords pax) throws Refusal {
        String link = pax.text("linkpath");
        if (link != null) return link;
        return Text.of(longLink == null ? header.link() : longLink, "link name");
    }

    Attributes attributes(HeaderBlock header, PaxRecords pax) throws Refusal {
        long[] time = pax.time("mtime");
        return new Attributes(
                header.mode(),
                owner(pax, "uid", header.uid()),
                owner(pax, "gid", header.gid()),
                time == null ? header.mtime() : time[0],
                time == null ? 0 : (int) time[1],
                pax.extended());
    }

    private static int owner(PaxRecords pax, String key, int otherwise) throws Refusal {
        long owner = pax.number(key, Integer.toUnsignedLong(otherwise));
        if (owner > OWNER_MAX) {
            throw Refusal.of(
                    Rule.EXTENDED_HEADER,
                    "expected a %s up to %d, found %d".formatted(key, OWNER_MAX, owner));
        }
        return (int) owner;
    }

    /// GNU ends long names with a NUL; what follows it would be seen by some programs only.
    private static byte[] ended(byte[] name) throws Refusal {
        int end = 0;
        while (end < name.length && name[end] != 0) end++;
        for (int i = end; i < name.length; i++) {
            if (name[i] != 0) {
                throw new Refusal(
                        Rule.NAME_ENCODING,
                        new String(name, StandardCharsets.ISO_8859_1),
                        "expected a long name without NUL inside");
            }
        }
        return Arrays.copyOf(name, end);
    }

    private static Refusal twice(String what) {
        return Refusal.of(
                Rule.EXTENDED_HEADER, "expected one %s for an entry, found two".formatted(what));
    }
}
