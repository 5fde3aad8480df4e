package dev.pawl.benchmarks.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.fusesource.leveldbjni.JniDBFactory;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBIterator;
import org.iq80.leveldb.Options;

/// Pekko persistence on its LevelDB journal in a directory, with a sync for each write.
public final class PekkoLevelDb implements Peer {
    private static final String JOURNAL = "pekko.persistence.journal.leveldb";

    // A key consists of the number of an actor, the number of its event, and the number of a
    // mapping.
    private static final int KEY_BYTES = 20;
    private static final int KEY_EVENT_AT = 4;

    private final Path directory;
    private final PekkoActors actors;

    private PekkoLevelDb(Path directory) {
        this.directory = directory;
        this.actors =
                new PekkoActors(
                        Map.of(
                                "pekko.persistence.journal.plugin",
                                JOURNAL,
                                JOURNAL + ".dir",
                                directory.toString(),
                                JOURNAL + ".fsync",
                                "on",
                                JOURNAL + ".native",
                                "on"));
    }

    /// Opens it in a directory, which it creates.
    public static PekkoLevelDb open(Path directory) {
        return new PekkoLevelDb(directory);
    }

    @Override
    public void run() throws ExecutionException, InterruptedException {
        actors.run();
    }

    /// Counts the events in the journal, which only one process can open at a time: no run may
    /// follow.
    @Override
    public void verify(long runs) {
        actors.stop();
        long events = 0;
        long last = 0;
        try (DB journal = JniDBFactory.factory.open(directory.toFile(), new Options());
                DBIterator entries = journal.iterator()) {
            for (entries.seekToFirst(); entries.hasNext(); ) {
                byte[] key = entries.next().getKey();
                if (key.length != KEY_BYTES) continue;
                long event = ByteBuffer.wrap(key).getLong(KEY_EVENT_AT);
                if (event >= 1 && event <= STEPS) events++;
                if (event == STEPS) last++;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (events != runs * STEPS || last != runs) {
            throw new IllegalStateException(
                    "expected %d events of %d runs, found %d of %d that ended"
                            .formatted(runs * STEPS, runs, events, last));
        }
    }

    @Override
    public void close() {
        actors.stop();
    }
}
