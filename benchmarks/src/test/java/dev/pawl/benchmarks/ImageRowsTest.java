package dev.pawl.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scale;
import dev.pawl.benchmarks.images.ImageRows;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The rows about images return figures, each at its smallest scale.
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
        Result result = row.measure(BenchContext.open(home, Scale.TINY, nowhere));
        assertThat(result.value()).isPositive();
        assertThat(result.beside()).isNotEmpty();
        assertThat(home).isEmptyDirectory();
    }
}
