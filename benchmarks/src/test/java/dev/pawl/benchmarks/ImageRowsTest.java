package dev.pawl.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.benchmarks.frame.Result;
import dev.pawl.benchmarks.frame.Row;
import dev.pawl.benchmarks.frame.Scale;
import dev.pawl.benchmarks.frame.Workplace;
import dev.pawl.benchmarks.images.ImageRows;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The rows about images measure something, each at its smallest.
class ImageRowsTest {
    @TempDir Path home;

    @ParameterizedTest
    @ValueSource(strings = {"image-once", "image-again", "images-ten", "image-heap"})
    void aRowIsMeasured(String name) throws Exception {
        PrintStream nowhere =
                new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Row row =
                ImageRows.all().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        Result result = row.measure(Workplace.open(home, Scale.TINY, nowhere));
        assertThat(result.value()).isPositive();
        assertThat(result.beside()).isNotEmpty();
        assertThat(home).isEmptyDirectory();
    }
}
