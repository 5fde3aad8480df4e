package dev.pawl.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scale;
import dev.pawl.benchmarks.postgres.EmbeddedPeers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every row at the smallest scale: its figures are present and plausible on any machine.
final class RowsTest {
    @TempDir Path home;

    @Test
    void saturatedStandsBesideBothYardsticks() throws Exception {
        Result result = measured(new Saturated());
        assertThat(result.unit()).isEqualTo("steps/s");
        assertPositive(result, "rawLog", "plain", "partOfRawLog", "timesPlain", "cpuMicrosPerStep");
        assertThat((Integer) result.beside().get("rawLogBytesPerStep")).isGreaterThan(100);
    }

    @Test
    void aloneStandsBesideFiveSyncs() throws Exception {
        Result result = measured(new SingleRun());
        assertThat(result.unit()).isEqualTo("ms");
        assertPositive(result, "fiveSyncs", "timesFiveSyncs", "p90");
        assertThat(result.beside()).containsEntry("runs", 20);
    }

    @Test
    void sustainedReportsSpeedAndSizeOverTime() throws Exception {
        Result result = measured(new Sustained(1));
        assertPositive(result, "firstWindow", "lastWindow", "lastToFirst", "mebibytesAfterwards");
        assertThat((List<?>) result.beside().get("mebibytesOverTime")).hasSize(13);
    }

    @Test
    void embeddedPeersStandBesidePekko() throws Exception {
        Result result = measured(new EmbeddedPeers());
        assertThat(result.unit()).isEqualTo("steps/s");
        assertPositive(result, "pekko", "timesPekko", "aloneMillis", "pekkoAloneMillis");
    }

    @Test
    void eventsAreSentToOneRunAndToMany() throws Exception {
        Result result = measured(new Events());
        assertThat(result.unit()).isEqualTo("events/s");
        assertPositive(result, "toManyRuns", "cpuMicrosPerEvent", "cpuMicrosPerEventToMany");
    }

    @Test
    void fanOutStandsBesideIndependentRuns() throws Exception {
        Result result = measured(new FanOut());
        assertThat(result.unit()).isEqualTo("×");
        assertPositive(result, "seconds", "independentSeconds");
        assertThat(result.beside()).containsEntry("children", 50);
    }

    @Test
    void millionReportsTimeHeapAndIdleCost() throws Exception {
        Result result = measured(new MillionRuns());
        assertPositive(result, "heapMebibytes", "recoveredSeconds", "fileMebibytes");
        assertThat((Double) result.beside().get("idlePercentOfCore")).isNotNegative();
        assertThat(result.beside()).containsEntry("runs", MillionRuns.TINY_RUNS);
    }

    @Test
    void storedComparesManyWithFew() throws Exception {
        Result result = measured(new StoredRuns());
        assertThat(result.unit()).isEqualTo("×");
        assertPositive(result, "wallTimes", "cpuTimes", "wallMicrosFew", "cpuMicrosMany");
    }

    @Test
    void recoveryResumesAndCompletesEveryRun() throws Exception {
        Result result = at(new Recovery());
        assertThat(result.value()).isNotNull().isNotNegative();
        assertThat(result.beside())
                .containsEntry("resumedInTheirStep", 50L)
                .containsEntry("completed", 50L);
        assertPositive(result, "openSeconds", "readyToAllCompleteSeconds");
    }

    private Result measured(Row row) throws Exception {
        Result result = at(row);
        assertThat(result.value()).isNotNull().isPositive();
        return result;
    }

    /// Measures, and checks what all rows have in common.
    private Result at(Row row) throws Exception {
        ByteArrayOutputStream progress = new ByteArrayOutputStream();
        BenchContext place = BenchContext.open(home, Scale.TINY, new PrintStream(progress, true));
        Result result = row.measure(place);
        assertThat(result.name()).isEqualTo(row.name());
        assertThat(result.bar()).isEqualTo(row.bar());
        Map<?, ?> json = Json.object(result.json());
        assertThat(json.keySet())
                .map(String::valueOf)
                .containsExactly("name", "value", "unit", "bar", "met", "beside");
        assertThat(result.text()).startsWith(row.name() + ": ").contains("bar: ");
        assertThat(progress.toString(StandardCharsets.UTF_8)).contains("bench: " + row.name());
        assertThat(scratches()).isEmpty();
        return result;
    }

    private List<Path> scratches() throws IOException {
        try (Stream<Path> all = Files.list(home)) {
            return all.filter(path -> path.getFileName().toString().startsWith("scratch")).toList();
        }
    }

    private static void assertPositive(Result result, String... keys) {
        for (String key : keys) {
            assertThat(result.beside()).containsKey(key);
            assertThat((Double) result.beside().get(key)).as(key).isPositive();
        }
    }
}
