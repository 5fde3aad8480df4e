package dev.pawl.feeds.format.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CsvTableTest {
    @TempDir Path directory;

    @Test
    void readsQuotesCommasAndNewLinesInCells() throws IOException {
        List<CsvRow> rows = rows("a,b\n\"x, \"\"y\"\"\",\"1\n2\"\n,\n");

        assertThat(rows)
                .extracting(CsvRow::cells)
                .containsExactly(List.of("x, \"y\"", "1\n2"), List.of("", ""));
        assertThat(rows).extracting(CsvRow::line).containsExactly(2L, 4L);
    }

    @Test
    void readsEitherEndOfLineAndAByteOrderMarkAndSkipsEmptyLines() throws IOException {
        assertThat(rows("\ufeffa,b\r\n1,2\r\n\r\n3,4\r\n\r\n"))
                .extracting(CsvRow::cells)
                .containsExactly(List.of("1", "2"), List.of("3", "4"));
        assertThat(rows("a,b\n\n1,2")).extracting(CsvRow::cells).containsExactly(List.of("1", "2"));
    }

    @Test
    void reportsARowWithTooFewCells() throws IOException {
        assertThatThrownBy(() -> rows("a,b\n1\n").getFirst().requireAllCells())
                .hasMessage("line 2: expected 2 cells, found 1, starting with '1'");
    }

    @Test
    void rejectsOtherContent() throws IOException {
        Path open = file("a,b\n1,\"2\n3".getBytes(StandardCharsets.UTF_8));
        Path tail = file("a,b\n1,\"2\"3\n".getBytes(StandardCharsets.UTF_8));
        Path bytes = file(new byte[] {'a', '\n', (byte) 0xff});

        assertThatThrownBy(() -> rows(open))
                .isInstanceOf(BadDocument.class)
                .hasMessage(
                        open
                                + ", line 3: expected a closing quote, found the end of the"
                                + " document; the row starts at line 2");
        assertThatThrownBy(() -> rows(tail))
                .hasMessageContaining("line 2: expected a comma or the end of the line, found '3'");
        assertThatThrownBy(() -> rows(bytes)).hasMessageContaining("expected UTF-8, found other");
    }

    @Test
    void boundsTheCellsAndCharactersOfARow() throws IOException {
        Path wide = file(",".repeat(2_000).getBytes(StandardCharsets.UTF_8));
        Path open = file(("\"" + "x".repeat(5 << 20)).getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> rows(wide)).hasMessageContaining("expected at most 1000 cells");
        assertThatThrownBy(() -> rows(open))
                .hasMessageContaining("expected at most 4194304 characters in a row, found more");
    }

    private List<CsvRow> rows(String text) throws IOException {
        return rows(file(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<CsvRow> rows(Path file) throws IOException {
        List<CsvRow> rows = new ArrayList<>();
        try (CsvTable table = CsvTable.open(Document.of(file).getFirst())) {
            for (CsvRow row = table.next(); row != null; row = table.next()) rows.add(row);
        }
        return rows;
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(Files.createTempFile(directory, "table", ".csv"), bytes);
    }
}
