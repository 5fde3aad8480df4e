package dev.pawl.benchmarks.feeds;

import dev.pawl.feeds.SourceKind;
import dev.pawl.feeds.database.FeedsSchema;
import dev.pawl.feeds.database.ParsedItem;
import dev.pawl.feeds.item.FeedItem;
import dev.pawl.feeds.item.ItemLink;
import dev.pawl.feeds.load.DirectReader;
import dev.pawl.machine.Transaction.Flavour;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/// What a program without an engine would do: parse every document and insert the same rows into an
/// SQLite file, many per transaction, on one thread, without any recovery.
final class BareFeedLoad implements AutoCloseable {
    private static final int ROWS_IN_A_TRANSACTION = 10_000;

    private final Connection connection;
    private final PreparedStatement items;
    private final PreparedStatement links;
    private final PreparedStatement words;
    private final PreparedStatement changes;
    private final Set<String> seen = new HashSet<>();
    private final String now = Instant.now().toString();
    private long number;

    BareFeedLoad(Path file) throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("pragma journal_mode = wal");
            statement.execute("pragma synchronous = normal");
            for (String each : FeedsSchema.TABLES.versions().getFirst()) {
                if (!each.startsWith("/* only " + Flavour.POSTGRESQL)) statement.execute(each);
            }
        }
        connection.setAutoCommit(false);
        items =
                connection.prepareStatement(
                        "insert into feed_items (number, urn, source, catalogue, kind, title,"
                                + " retired, revision, hash, content, first_seen, written_at)"
                                + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        links = connection.prepareStatement("insert into feed_links values (?, ?, ?)");
        words =
                connection.prepareStatement(
                        "insert into feed_words (rowid, title, words, source)"
                                + " values (?, ?, ?, ?)");
        changes = connection.prepareStatement("insert into feed_changes values (?, ?, ?, ?, ?)");
    }

    /// Loads everything, and returns how many seconds that took.
    double load(Path documents) throws IOException, SQLException {
        long startedAt = System.nanoTime();
        for (SourceKind kind : SourceKind.values()) {
            DirectReader.read(documents, kind.formats(), this::insert);
        }
        connection.commit();
        return (System.nanoTime() - startedAt) / 1e9;
    }

    long items() {
        return number;
    }

    private void insert(ParsedItem arrival) throws IOException {
        FeedItem item = arrival.item();
        String urn = item.urn().toString();
        if (!seen.add(urn)) return;
        try {
            number++;
            bind(
                    items,
                    number,
                    urn,
                    arrival.origin().source(),
                    arrival.origin().catalogue(),
                    item.kind(),
                    item.title(),
                    item.retired() ? 1 : 0,
                    arrival.version(),
                    arrival.hash(),
                    arrival.json(),
                    now,
                    now);
            for (ItemLink link : item.links()) {
                bind(links, urn, link.relation(), link.to().toString());
            }
            bind(
                    words,
                    number,
                    item.urn().id() + " " + item.title(),
                    item.searchText(),
                    arrival.origin().source());
            bind(changes, number, urn, now, "created", "");
            if (number % ROWS_IN_A_TRANSACTION == 0) connection.commit();
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
        statement.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
