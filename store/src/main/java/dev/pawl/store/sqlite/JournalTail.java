package dev.pawl.store.sqlite;

import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.sql.Queries;
import dev.pawl.store.sql.SqlSession;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the journal has and the tables do not, in temporary tables of a read connection.
///
/// Temporary views with the names of the tables cover them: each shows the rows of the tail and
/// those rows of the file that the tail does not replace. SQLite looks up names among temporary
/// objects first, so every query sees the present without knowing it, and the file is not touched.
final class JournalTail {
    private static final String TABLES =
            """
            create temp table run_tail as select * from main.run where false;
            create unique index temp.run_tail_id on run_tail (id);
            create temp table history_chunk_tail as select * from main.history_chunk where false;
            create temp table message_tail as select * from main.message where false;
            create unique index temp.message_tail_id on message_tail (id);
            create temp table message_taken (id integer primary key);
            create temp table document_tail (kind text, name text, body text, primary key (kind, name));
            create temp table machine_tail (id integer primary key, name text);
            create temp table definition_tail
                (id integer primary key, machine integer, version integer, fingerprint text);
            create temp view run as
                select * from run_tail
                union all select * from main.run where id not in (select id from run_tail);
            create temp view history_chunk as
                select * from main.history_chunk union all select * from history_chunk_tail;
            create temp view message as
                select * from message_tail where id not in (select id from message_taken)
                union all select * from main.message
                where id not in (select id from message_taken)
                and id not in (select id from message_tail);
            create temp view document as
                select kind, name, body from document_tail where body is not null
                union all select kind, name, body from main.document
                where (kind, name) not in (select kind, name from document_tail);
            create temp view machine as
                select * from main.machine union all select * from machine_tail;
            create temp view definition as
                select * from main.definition union all select * from definition_tail;
            """;
    private final SqlSession session;
    private final Path file;
    private final List<SegmentReader> journal;
    private final Projection projection;
    private long lastId;

    private JournalTail(SqlSession session, Path file) {
        this.session = session;
        this.file = file;
        this.journal = Segments.paths(file).stream().map(SegmentReader::new).toList();
        this.projection = new Projection(session, ProjectionTarget.TAIL);
    }

    /// Creates the temporary tables, and a copy of each public view that reads them.
    static JournalTail on(SqlSession session, Path file) throws SQLException {
        session.execute("pragma temp_store=memory");
        StringBuilder views = new StringBuilder(TABLES);
        PreparedStatement query =
                session.prepare("select sql from main.sqlite_master where type = 'view'");
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                views.append(row.getString(1).replaceFirst("(?i)create view", "create temp view"))
                        .append(";\n");
            }
        }
        session.execute(views.toString());
        return new JournalTail(session, file);
    }

    /// Loads the present journal. The caller has started a transaction, and rolls it back after its
    /// query, which empties the tail again. Throws an `IllegalArgumentException` if journal and
    /// tables do not match, which also happens when the owner has written in between.
    void load() throws SQLException, IOException {
        projection.forget();
        TableProgress progress = TableProgress.read(session);
        Pending pending = new Pending();
        if (progress.isJournaled()) {
            Segments.Found found = Segments.find(journal, progress.store(), progress.journal());
            if (!found.isWhole()) throw Journal.missing(file);
            for (Segment.Group group : found.groups()) {
                pending.add(Journal.commits(group, id -> earlier(id, pending)), group.n());
            }
        }
        lastId = Math.max(progress.lastId(), pending.greatestId());
        projection.write(pending, progress.position());
    }

    private @Nullable Run earlier(RunId id, Pending pending) throws SQLException {
        Run newest = pending.run(id);
        return newest == null ? Queries.run(session, id) : newest;
    }

    /// Returns the greatest id ever committed.
    long lastId() {
        return lastId;
    }
}
