package dev.pawl.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Scale;
import dev.pawl.benchmarks.load.GroupWriter;
import dev.pawl.benchmarks.load.JournalSize;
import dev.pawl.benchmarks.load.PlainTables;
import dev.pawl.benchmarks.load.RawLog;
import dev.pawl.benchmarks.load.Transition;
import dev.pawl.benchmarks.load.Yardstick;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The yardsticks do what their descriptions say: Pawl's figures are compared with theirs.
final class YardsticksTest {
    private static final int ENTRY = 384;

    @TempDir Path directory;

    @Test
    void rawLogWritesEveryEntryInFull() throws IOException {
        Path file = directory.resolve("raw.log");
        try (RawLog log = RawLog.open(file, ENTRY)) {
            log.write(transitions(1, 3));
            log.write(transitions(2, 2));
            assertThat(log.written()).isEqualTo(5 * ENTRY);
        }
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        for (int i = 0; i < 5; i++) {
            assertThat(bytes.getLong(i * ENTRY)).isEqualTo(i < 3 ? 1 : 2);
            assertThat(bytes.getInt(i * ENTRY + Long.BYTES)).isEqualTo(i < 3 ? i : i - 3);
            for (int at = 12; at < ENTRY; at++) {
                assertThat(bytes.get(i * ENTRY + at)).isEqualTo(RawLog.FILLER);
            }
        }
        assertThat(bytes.get(5 * ENTRY)).isZero();
    }

    @Test
    void rawLogStaysPreallocatedHoweverMuchIsWritten() throws IOException {
        Path file = directory.resolve("raw.log");
        try (RawLog log = RawLog.open(file, 1 << 14)) {
            long size = Files.size(file);
            List<Transition> group = transitions(1, 4_000);
            while (log.written() <= size) log.write(group);
            assertThat(Files.size(file)).isEqualTo(size);
        }
    }

    @Test
    void plainWritesOneRowAndOneEntryPerTransition() throws SQLException {
        Path file = directory.resolve("plain.db");
        try (PlainTables plain = PlainTables.open(file)) {
            plain.write(transitions(1, 5));
            plain.write(transitions(2, 5));
        }
        assertThat(number(file, "select count(*) from run where state = 'complete'")).isEqualTo(2);
        assertThat(number(file, "select count(*) from history")).isEqualTo(10);
        assertThat(number(file, "select min(length(data)) from run")).isGreaterThan(60);
        assertThat(text(file, "pragma journal_mode")).isEqualTo("wal");
    }

    @Test
    void groupWriterReturnsOnlyWhatIsWritten() throws Exception {
        ConcurrentLinkedQueue<Transition> written = new ConcurrentLinkedQueue<>();
        Recorder recorder = new Recorder(written);
        List<Future<Boolean>> answers = new ArrayList<>();
        try (GroupWriter writer = new GroupWriter(recorder);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int run = 0; run < 500; run++) {
                Transition transition = new Transition(run, 0);
                answers.add(
                        threads.submit(() -> {
                            writer.submit(transition);
                            return written.contains(transition);
                        }));
            }
            for (Future<Boolean> answer : answers) assertThat(answer.get()).isTrue();
        }
        assertThat(written).hasSize(500);
    }

    @Test
    void groupWriterReportsAFailedWriteToEveryCaller() {
        Yardstick full =
                new Yardstick() {
                    @Override
                    public void write(List<Transition> group) throws IOException {
                        throw new IOException("no space is left");
                    }

                    @Override
                    public void close() {}
                };
        try (GroupWriter writer = new GroupWriter(full)) {
            assertThatThrownBy(() -> writer.submit(new Transition(1, 0)))
                    .hasRootCauseMessage("no space is left");
        }
    }

    @Test
    void theRawLogWritesAsMuchAsPawlsJournal() throws Exception {
        BenchContext place = BenchContext.open(directory, Scale.TINY, System.err);
        int bytes = JournalSize.perStep(place);
        assertThat(bytes).isBetween(150, 1_500);
    }

    private static List<Transition> transitions(long run, int count) {
        List<Transition> all = new ArrayList<>();
        for (int step = 0; step < count; step++) all.add(new Transition(run, step));
        return all;
    }

    private static long number(Path file, String sql) throws SQLException {
        return Long.parseLong(text(file, sql));
    }

    private static String text(Path file, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.getString(1);
        }
    }

    private record Recorder(ConcurrentLinkedQueue<Transition> written) implements Yardstick {
        @Override
        public void write(List<Transition> group) {
            written.addAll(group);
        }

        @Override
        public void close() {}
    }
}
