package dev.pawl.images.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.images.archive.rule.ArchiveLimits;
import dev.pawl.images.archive.rule.ArchiveViolation;
import dev.pawl.images.archive.tar.TarEntry;
import dev.pawl.images.archive.tar.TarReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// In every format the reader finds the entries that GNU tar finds, or refuses with a reason.
class TarFormatsTest {
    /// Files that are refused although GNU tar reads them, at least in part.
    private static final String REFUSED =
            """
            gnu-long-nul.tar NAME_ENCODING
            gnu-multi-hdrs.tar EXTENDED_HEADER
            gnu-not-utf8.tar NAME_ENCODING
            gnu-sparse-big.tar FILE_SIZE
            hdr-only.tar SIZE
            issue10968.tar NOT_A_TAR
            issue11169.tar TRUNCATED
            issue12435.tar HEADER
            neg-size.tar NAME_ENCODING
            pax-bad-hdr-file.tar EXTENDED_HEADER
            pax-bad-mtime-file.tar EXTENDED_HEADER
            pax-global-records.tar EXTENDED_HEADER
            pax-multi-hdrs.tar EXTENDED_HEADER
            pax-nul-path.tar NAME_ENCODING
            pax-nul-xattrs.tar NAME_ENCODING
            pax-path-hdr.tar TRUNCATED
            pax-sparse-big.tar FILE_SIZE
            writer-big-long.tar FILE_SIZE
            writer-big.tar FILE_SIZE
            """;

    @Test
    @Tag("long")
    void entriesAreThoseThatGnuTarLists() throws Exception {
        Path folder = Corpus.folder("tar-formats");
        GnuTar.expect();
        Map<String, String> refused = new HashMap<>();
        REFUSED.lines()
                .map(line -> line.split(" ", -1))
                .forEach(row -> refused.put(row[0], row[1]));
        int compared = 0;
        for (String[] row : Corpus.rows(folder)) {
            if (!row[0].endsWith(".tar")) continue;
            Path file = folder.resolve(row[0]);
            String expected = refused.getOrDefault(row[0], "read");
            List<String> lines = new ArrayList<>();
            assertThat(read(file, lines)).as(row[0]).isEqualTo(expected);
            if (!expected.equals("read")) continue;
            assertThat(lines).as(row[0]).isEqualTo(GnuTar.list(file));
            compared++;
        }
        assertThat(compared).isGreaterThan(20);
    }

    /// Returns the rule by which a file is refused, or read; adds name and size of each entry.
    private static String read(Path file, List<String> lines) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            TarReader tar = new TarReader(in, ArchiveLimits.DEFAULT, true);
            TarEntry entry;
            while ((entry = tar.next()) != null) {
                tar.content(TarReader.Blocks.NONE);
                boolean isLink = entry.type() == TarEntry.EntryType.SYMLINK;
                lines.add(isLink ? entry.path() + " -> " + entry.link() : entry.path());
            }
            return "read";
        } catch (ArchiveViolation refusal) {
            return refusal.rule().name();
        }
    }
}
