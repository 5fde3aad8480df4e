package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.Store;
import dev.pawl.run.Run;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/// A real process is killed while it moves a store, again and again; the next one goes on.
@ResourceLock(PgServer.EMBEDDED)
final class MoveKillTest {
    private static final int RUNS = 4_000;
    private static final int KILLS = 4;

    /// Of what the mover says on its way: one line per part, of both readings and the moving.
    private static final int LINES_MAX = 15;

    @TempDir private Path directory;

    @Test
    void goesOnToPostgresWhereverItWasKilled() throws Exception {
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
                assertThat(there.items(Item.Kind.MOVE)).as(where).hasSize(1);
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
            assertThat(there.items(Item.Kind.MOVE)).isEmpty();
            assertThat(there.count(Filter.ALL)).isEqualTo(RUNS);
            assertThat(there.verify()).isEmpty();
        }
    }

    /// Returns whether it was still on its way.
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

    /// Moves from the directory to the address and schema, and says how far it has come.
    static final class Mover {
        private Mover() {}

        public static void main(String[] arguments) {
            try (Store from = SqliteStore.open(Path.of(arguments[0]));
                    Store to = PostgresStore.open(arguments[1], o -> o.schema(arguments[2]))) {
                Moving.Result result =
                        Moving.move(
                                from,
                                to,
                                "here",
                                (stage, runs) -> System.out.println(stage + " " + runs));
                System.out.println(result.isSame() ? "same" : "different");
            }
        }
    }
}
