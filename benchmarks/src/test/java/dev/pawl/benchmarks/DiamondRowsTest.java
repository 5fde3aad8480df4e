package dev.pawl.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.benchmarks.diamonds.DiamondRows;
import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scale;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The rows about diamonds return figures, each at its smallest scale.
class DiamondRowsTest {
    @TempDir Path home;

    @Test
    void fewCountsCutEveryDensityIntoEvenPartitions() throws Exception {
        Result result = measured("diamonds-heatmap");
        assertThat(result.met()).as(result.text()).isTrue();
    }

    @Test
    void aSecondRunWritesNoUnchangedRow() throws Exception {
        Result result = measured("diamonds-again");
        assertThat(result.beside()).containsEntry("unchangedRowsWritten", 0L);
        assertThat(result.beside().get("payloadsWritten"))
                .isEqualTo(result.beside().get("changedAtTheSupplier"));
    }

    @Test
    @Tag("long")
    void aKilledRunReadsAtMostOnePagePerPartitionAgain() throws Exception {
        Result result = measured("diamonds-kill");
        assertThat((Long) result.beside().get("pagesReadAgain")).isBetween(0L, 30L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"diamonds-load", "diamonds-heap", "diamonds-postgres"})
    @Tag("long")
    void aLoadIsMeasuredBesideItsBaselines(String name) throws Exception {
        assertThat(measured(name).beside()).isNotEmpty();
    }

    private Result measured(String name) throws Exception {
        PrintStream nowhere =
                new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Row row =
                DiamondRows.all().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        Result result = row.measure(BenchContext.open(home, Scale.TINY, nowhere));
        assertThat(result.value()).isPositive();
        assertThat(home).isEmptyDirectory();
        return result;
    }
}
