package dev.pawl.images.archive.tar;

import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveText;
import dev.pawl.images.archive.rule.ArchiveViolation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The extended headers that precede the header of an entry.
final class EntryHeaders {
    private static final long OWNER_MAX = 0xffff_fffeL;

    private @Nullable PaxRecords local;
    private byte @Nullable [] longName;
    private byte @Nullable [] longLink;

    void pax(PaxRecords records) throws ArchiveViolation {
        if (local != null) throw twice("extended header");
        local = records;
    }

    void longName(byte[] name) throws ArchiveViolation {
        if (longName != null) throw twice("long name");
        longName = ended(name);
    }

    void longLink(byte[] link) throws ArchiveViolation {
        if (longLink != null) throw twice("long link name");
        longLink = ended(link);
    }

    /// Refuses an archive that ends after an extended header.
    void expectNone() throws ArchiveViolation {
        if (local != null || longName != null || longLink != null) {
            throw ArchiveViolation.of(
                    ArchiveRule.TRUNCATED,
                    "expected an entry after an extended header, found the end");
        }
    }

    /// Returns the records of the entry, merged over the global ones.
    PaxRecords mergedOver(PaxRecords global) {
        return local == null ? global : global.with(local);
    }

    String path(HeaderBlock header, PaxRecords pax) throws ArchiveViolation {
        String sparse = pax.text("GNU.sparse.name");
        if (sparse != null) return sparse;
        String path = pax.text("path");
        if (path != null) return path;
        return ArchiveText.of(longName == null ? header.name() : longName, "name");
    }

    String link(HeaderBlock header, PaxRecords pax) throws ArchiveViolation {
        String link = pax.text("linkpath");
        if (link != null) return link;
        return ArchiveText.of(longLink == null ? header.link() : longLink, "link name");
    }

    Attributes attributes(HeaderBlock header, PaxRecords pax) throws ArchiveViolation {
        long[] time = pax.time("mtime");
        return new Attributes(
                header.mode(),
                owner(pax, "uid", header.uid()),
                owner(pax, "gid", header.gid()),
                time == null ? header.mtime() : time[0],
                time == null ? 0 : (int) time[1],
                pax.extended());
    }

    private static int owner(PaxRecords pax, String key, int otherwise) throws ArchiveViolation {
        long owner = pax.number(key, Integer.toUnsignedLong(otherwise));
        if (owner > OWNER_MAX) {
            throw ArchiveViolation.of(
                    ArchiveRule.EXTENDED_HEADER,
                    "expected a %s up to %d, found %d".formatted(key, OWNER_MAX, owner));
        }
        return (int) owner;
    }

    /// GNU ends long names with a NUL; only some programs would see what follows it.
    private static byte[] ended(byte[] name) throws ArchiveViolation {
        int end = 0;
        while (end < name.length && name[end] != 0) end++;
        for (int i = end; i < name.length; i++) {
            if (name[i] != 0) {
                throw new ArchiveViolation(
                        ArchiveRule.NAME_ENCODING,
                        new String(name, StandardCharsets.ISO_8859_1),
                        "expected a long name without NUL inside");
            }
        }
        return Arrays.copyOf(name, end);
    }

    private static ArchiveViolation twice(String what) {
        return ArchiveViolation.of(
                ArchiveRule.EXTENDED_HEADER,
                "expected one %s for an entry, found two".formatted(what));
    }
}
