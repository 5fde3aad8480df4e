package dev.pawl.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scale;
import dev.pawl.benchmarks.postgres.PostgresIdle;
import dev.pawl.benchmarks.postgres.PostgresNodes;
import dev.pawl.benchmarks.postgres.PostgresRows;
import dev.pawl.benchmarks.postgres.PostgresStored;
import dev.pawl.benchmarks.postgres.TakeOver;
import dev.pawl.servers.Installation;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// The rows on PostgreSQL at the smallest scale, with real servers and processes: their figures are
/// present.
final class PostgresRowsTest {
    @TempDir Path home;

    @BeforeAll
    static void requireServer() {
        Installation.any().orElseThrow(TestAbortedException::new);
    }

    @Test
    @Tag("long")
    void threeRowsStandBesideAllPeers() throws Exception {
        for (Row row : PostgresRows.all()) {
            Result result = measured(row);
            assertPositive(result, "plain", "dbos", "dbScheduler", "pekko");
        }
    }

    @Test
    @Tag("long")
    void nodesReportWhatAStepCostsWithOneAndWithMany() throws Exception {
        Result result = measured(new PostgresNodes());
        assertPositive(result, "secondsOne", "secondsMany", "transactionsPerStepMany");
    }

    @Test
    @Tag("long")
    void takeOverReportsTheFirstAndTheLast() throws Exception {
        Result result = measured(new TakeOver());
        assertPositive(result, "firstSeconds");
        assertThat(result.beside()).containsEntry("runs", 20);
    }

    @Test
    @Tag("long")
    void storedComparesManyWithFew() throws Exception {
        Result result = measured(new PostgresStored());
        assertPositive(result, "stepsPerSecondFew", "stepsPerSecondMany", "cpuTimes");
    }

    @Test
    void idleCountsStatements() throws Exception {
        Result result = at(new PostgresIdle());
        assertThat(result.value()).isNotNull().isNotNegative();
        assertThat(result.beside()).containsEntry("nodes", 4);
    }

    private Result measured(Row row) throws Exception {
        Result result = at(row);
        assertThat(result.value()).isNotNull().isPositive();
        return result;
    }

    private Result at(Row row) throws Exception {
        PrintStream nowhere =
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        Result result = row.measure(BenchContext.open(home, Scale.TINY, nowhere));
        assertThat(result.name()).isEqualTo(row.name());
        assertThat(result.bar()).isEqualTo(row.bar());
        return result;
    }

    private static void assertPositive(Result result, String... names) {
        for (String name : names) {
            assertThat(((Number) result.beside().get(name)).doubleValue()).as(name).isPositive();
        }
    }
}
