package dev.pawl.store.sqlite;

import dev.pawl.engine.store.NamedDocument;
import dev.pawl.run.Failure;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Message;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.Predecessor;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.format.ByteSink;
import dev.pawl.store.format.HistoryHash;
import dev.pawl.store.format.NanoTimes;
import dev.pawl.store.format.StatusCodes;
import dev.pawl.store.sql.SqlSession;
import java.security.MessageDigest;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Writes pending commits into the tables that users query; the caller holds the transaction.
///
/// A run that changed five times costs one row and one chunk of history. Each chunk has a hash of
/// itself and of the chunk before it, so that a history cannot be changed unnoticed.
final class Projection {
    private static final int CHAINS_MAX = 65_536;
    private static final int SCRATCH_BYTES = 4_096;

    private final SqlSession session;
    private final ProjectionTarget target;
    private final ByteSink scratch = new ByteSink(SCRATCH_BYTES);
    private final MessageDigest sha256 = HistoryHash.sha256();
    private final Map<String, Long> machines = new HashMap<>();
    private final Map<MachineRef, Long> definitions = new HashMap<>();

    /// The statements that insert a run, by the set of columns that have a value.
    private final Map<Integer, String> puts = new HashMap<>();

    /// The newest hash of live runs, so that the next chunk need not read the row.
    private final Map<RunId, Long> chains =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<RunId, Long> eldest) {
                    return size() > CHAINS_MAX;
                }
            };

    Projection(SqlSession session, ProjectionTarget target) {
        this.session = session;
        this.target = target;
    }

    /// Writes everything and returns the position of the last history entry.
    long write(Pending pending, long position) throws SQLException {
        return write(pending, Set.of(), position);
    }

    /// Writes everything except these runs, and returns the position of the last history entry.
    long write(Pending pending, Set<PendingRun> unwritten, long position) throws SQLException {
        long last = position;
        for (PendingRun run : pending.runs()) {
            if (unwritten.contains(run)) continue;
            long chain = chain(run);
            if (run.hasHistory()) {
                byte[] entries = run.history();
                chain = next(chain, entries);
                last += run.last() - run.first() + 1;
                writeChunk(run, last, chain, entries);
            }
            writeRun(run, chain);
        }
        for (Message message : pending.sent()) writeMessage(message);
        for (long id : pending.taken()) {
            PreparedStatement delete = session.prepare(target.removeMessage());
            delete.setLong(1, id);
            delete.executeUpdate();
        }
        for (NamedDocument document : pending.documents()) writeDocument(document);
        return last;
    }

    /// Forgets what may not have been written because the transaction failed.
    void forget() {
        machines.clear();
        definitions.clear();
        chains.clear();
    }

    private long chain(PendingRun pending) throws SQLException {
        if (pending.isNew()) return 0;
        Long known = chains.get(pending.run().id());
        if (known != null) return known;
        PreparedStatement query = session.prepare("select chain from run where id = ?");
        query.setLong(1, pending.run().id().value());
        try (ResultSet row = query.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private long next(long chain, byte[] entries) {
        return HistoryHash.link(sha256, chain, entries);
    }

    private void writeChunk(PendingRun run, long position, long chain, byte[] entries)
            throws SQLException {
        PreparedStatement insert = session.prepare(target.addChunk());
        insert.setLong(1, position);
        insert.setLong(2, run.run().id().value());
        insert.setLong(3, run.first());
        insert.setLong(4, run.last());
        insert.setLong(5, chain);
        insert.setBytes(6, entries);
        insert.executeUpdate();
    }

    private void writeRun(PendingRun pending, long chain) throws SQLException {
        Run run = pending.run();
        byte[] body = pending.body(scratch);
        if (pending.isNew() || !target.hasRows() || !updated(run, chain, body)) {
            insert(run, chain, body);
        }
        if (run.status().isEnd()) {
            chains.remove(run.id());
        } else {
            chains.put(run.id(), chain);
        }
    }

    private void insert(Run run, long chain, byte[] body) throws SQLException {
        @Nullable Object[] row =
                new @Nullable
                        Object[ProjectionTarget.CHANGING.size() + ProjectionTarget.FIXED.size()];
        int next = changing(row, run, chain, body);
        Origin origin = run.origin();
        QueuePlace place = origin.queuePlace();
        row[next++] = origin.key();
        row[next++] = number(origin.links().parent());
        row[next++] = followed(origin.links().after());
        row[next++] = number(origin.links().cause());
        row[next++] = place == null ? null : place.queue();
        row[next++] = place == null ? null : place.priority();
        row[next++] = origin.idempotency();
        row[next++] = NanoTimes.nanos(run.timing().created());
        row[next++] = origin.request().bytes();
        row[next] = run.id().value();
        put(row);
    }

    /// Columns without a value are omitted from the statement: binding null costs as much as
    /// binding a value, and most runs have values in the same few columns.
    private void put(@Nullable Object[] row) throws SQLException {
        int present = 0;
        for (int i = 0; i < row.length; i++) if (row[i] != null) present |= 1 << i;
        PreparedStatement put = session.prepare(puts.computeIfAbsent(present, target::putRun));
        int place = 1;
        for (Object value : row) if (value != null) put.setObject(place++, value);
        put.executeUpdate();
    }

    private boolean updated(Run run, long chain, byte[] body) throws SQLException {
        @Nullable Object[] row = new @Nullable Object[ProjectionTarget.CHANGING.size()];
        changing(row, run, chain, body);
        PreparedStatement update = session.prepare(target.updateRun());
        for (int i = 0; i < row.length; i++) update.setObject(i + 1, row[i]);
        update.setLong(row.length + 1, run.id().value());
        return update.executeUpdate() == 1;
    }

    /// Fills in the columns of [ProjectionTarget#CHANGING] and returns the next index.
    private int changing(@Nullable Object[] row, Run run, long chain, byte[] body)
            throws SQLException {
        Failure error = run.failure().orElse(null);
        Payload response = run.data().response();
        Instant wake = run.wake().orElse(null);
        int next = 0;
        row[next++] = machine(run.machine());
        row[next++] = definition(run.origin().machine());
        row[next++] = StatusCodes.code(run.status());
        row[next++] = run.version();
        row[next++] = run.state();
        row[next++] = wake == null ? null : NanoTimes.nanos(wake);
        row[next++] = NanoTimes.nanos(run.timing().updated());
        row[next++] = NanoTimes.ended(run);
        row[next++] = run.progress().attempt();
        row[next++] = followed(run.origin().links().behind());
        row[next++] = error == null ? null : error.toString();
        row[next++] = chain;
        row[next++] = body;
        row[next++] = response == null ? null : response.bytes();
        return next;
    }

    private static @Nullable Long followed(@Nullable Predecessor after) {
        return after == null ? null : after.run().value();
    }

    private static @Nullable Long number(@Nullable RunId id) {
        return id == null ? null : id.value();
    }

    private void writeMessage(Message message) throws SQLException {
        PreparedStatement put = session.prepare(target.putMessage());
        put.setLong(1, message.id());
        put.setLong(2, message.to().value());
        put.setString(3, message.kind().name());
        put.setString(4, message.name());
        put.setLong(5, NanoTimes.nanos(message.at()));
        put.setBytes(6, message.body().bytes());
        put.executeUpdate();
    }

    private void writeDocument(NamedDocument document) throws SQLException {
        Payload body = document.body();
        PreparedStatement write =
                session.prepare(body == null ? target.removeDocument() : target.putDocument());
        write.setString(1, document.kind().name());
        write.setString(2, document.name());
        if (body != null) write.setBytes(3, body.bytes());
        write.executeUpdate();
    }

    private long machine(String name) throws SQLException {
        Long known = machines.get(name);
        if (known != null) return known;
        long id = idOf(target.findMachine(), target.addMachine(), name);
        machines.put(name, id);
        return id;
    }

    private long definition(MachineRef ref) throws SQLException {
        Long known = definitions.get(ref);
        if (known != null) return known;
        long machine = machine(ref.name());
        long id =
                idOf(
                        target.findDefinition(),
                        target.addDefinition(),
                        machine,
                        ref.version(),
                        ref.fingerprint());
        definitions.put(ref, id);
        return id;
    }

    private long idOf(String find, String add, Object... values) throws SQLException {
        long known = find(find, values);
        if (known != 0) return known;
        PreparedStatement insert = session.prepare(add);
        for (int i = 0; i < values.length; i++) insert.setObject(i + 1, values[i]);
        insert.executeUpdate();
        return find(find, values);
    }

    private long find(String sql, Object... values) throws SQLException {
        PreparedStatement query = session.prepare(sql);
        for (int i = 0; i < values.length; i++) query.setObject(i + 1, values[i]);
        try (ResultSet row = query.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }
}
