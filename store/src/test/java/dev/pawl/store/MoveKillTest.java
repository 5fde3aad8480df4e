package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Store;
import dev.pawl.run.Run;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/// A real process is killed repeatedly while it moves a store; the next one resumes the move.
@ResourceLock(PgServer.EMBEDDED)
final class MoveKillTest {
    private static final int RUNS = 4_000;
    private static final int KILLS = 4;

    /// Lines that the mover prints: one per part, for reading both stores and for moving.
    private static final int LINES_MAX = 15;

    @TempDir private Path directory;

    @Test
    void resumesTheMoveToPostgresWhereverItWasKilled() throws Exception {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        PgServer server = PgServer.embedded();
        String schema = PgServer.freshSchema();
        try (Store from = SqliteStore.open(directory)) {
            for (long id = 1; id <= RUNS; id++) {
                Run run = SampleRuns.started(id);
                from.commit(SampleRuns.commit(run));
                from.commit(SampleRuns.commit(SampleRuns.next(run)));
            }
        }
        for (int kill = 0; kill < KILLS; kill++) {
            int lines = 1 + random.nextInt(LINES_MAX);
            String where = "seed %d, kill %d after %d lines".formatted(seed, kill, lines);
            assertThat(killedAfter(lines, server.url(), schema)).as(where).isTrue();
            try (Store there = server.open(schema)) {
                assertThat(there.documents(NamedDocument.Kind.MOVE)).as(where).hasSize(1);
                assertThat(there.verify()).as(where).isEmpty();
            }
        }
        Process last = ChildJvm.start(List.of(), Mover.class, directory, server.url(), schema);
        try (BufferedReader output = last.inputReader()) {
            assertThat(output.lines().toList().getLast()).as("seed " + seed).isEqualTo("same");
        } finally {
            ChildJvm.end(last);
        }
        try (Store there = server.open(schema)) {
            assertThat(there.documents(NamedDocument.Kind.MOVE)).isEmpty();
            assertThat(there.count(Filter.ALL)).isEqualTo(RUNS);
            assertThat(there.verify()).isEmpty();
        }
    }

    /// Returns whether the move was still in progress.
    private boolean killedAfter(int lines, String url, String schema) throws Exception {
        Process child = ChildJvm.start(List.of(), Mover.class, directory, url, schema);
        try (BufferedReader output = child.inputReader()) {
            String line = "";
            for (int read = 0; read < lines && line != null; read++) line = output.readLine();
            child.toHandle().destroyForcibly();
            return line != null && !line.equals("same");
        } finally {
            ChildJvm.end(child);
        }
    }

    /// Moves from the directory to the address and schema, and prints its progress.
    static final class Mover {
        private Mover() {}

        public static void main(String[] arguments) {
            try (Store from = SqliteStore.open(Path.of(arguments[0]));
                    Store to = PostgresStore.open(arguments[1], o -> o.schema(arguments[2]))) {
                StoreMove.Result result =
                        StoreMove.move(
                                from,
                                to,
                                "here",
                                (stage, runs) -> System.out.println(stage + " " + runs));
                System.out.println(result.isSame() ? "same" : "different");
            }
        }
    }
}
