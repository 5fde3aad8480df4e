package dev.pawl.benchmarks.peers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/// Pekko persistence on its JDBC journal, which writes the events of many actors as one batch.
final class Pekko implements Peer {
    private static final String TABLES = "/schema/postgres/postgres-create-schema.sql";

    private final String url;
    private final PekkoActors actors;

    private Pekko(String url) {
        this.url = url;
        this.actors =
                new PekkoActors(
                        Map.of(
                                "pekko.persistence.journal.plugin", "jdbc-journal",
                                "jdbc-journal.slick.profile", "slick.jdbc.PostgresProfile$",
                                "jdbc-journal.slick.db.url", url,
                                "jdbc-journal.slick.db.driver", "org.postgresql.Driver"));
    }

    static Pekko open(String url) throws SQLException {
        try (InputStream tables = Pekko.class.getResourceAsStream(TABLES)) {
            if (tables == null) throw new IllegalStateException(TABLES + " is not there");
            Tables.make(url, new String(tables.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Pekko(url);
    }

    @Override
    public void run() throws ExecutionException, InterruptedException {
        actors.run();
    }

    @Override
    public void verify(long runs) throws SQLException {
        Tables.check(url, "select count(*) from event_journal", runs * STEPS);
        Tables.check(
                url, "select count(*) from event_journal where sequence_number = " + STEPS, runs);
    }

    @Override
    public void close() {
        actors.stop();
    }
}
