package dev.pawl.store;

import dev.pawl.engine.store.Item;
import dev.pawl.run.After;
import dev.pawl.run.Failure;
import dev.pawl.run.Lane;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Mail;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.nio.ByteBuffer;
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

/// Writes what is pending into the tables that people read; the caller holds the transaction.
///
/// A run that changed five times costs one row and one history chunk. Each chunk carries a hash of
/// itself and of the chunk before it, so that a history cannot be changed unnoticed.
final class Projection {
    private static final int CHAINS_MAX = 65_536;

    private final Session session;
    private final Target target;
    private final MessageDigest sha256 = Migrations.sha256();
    private final Map<String, Long> machines = new HashMap<>();
    private final Map<MachineRef, Long> definitions = new HashMap<>();

    /// The statements that put a whole run, by which columns have a value.
    private final Map<Integer, String> puts = new HashMap<>();

    /// The newest hash of live runs, so that their next chunk need not read the row.
    private final Map<RunId, Long> chains =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<RunId, Long> eldest) {
                    return size() > CHAINS_MAX;
                }
            };

    Projection(Session session, Target target) {
        this.session = session;
        this.target = target;
    }

    /// Writes everything and returns the position of the last history entry.
    long write(Pending pending, long position) throws SQLException {
        return write(pending, Set.of(), position);
    }

    /// Writes everything but these runs and returns the position of the last history entry.
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
        for (Mail mail : pending.sent()) writeMail(mail);
        for (long id : pending.taken()) {
            PreparedStatement delete = session.prepare(target.removeMail());
            delete.setLong(1, id);
            delete.executeUpdate();
        }
        for (Item item : pending.items()) writeItem(item);
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
        return link(sha256, chain, entries);
    }

    /// Returns the hash of a chunk: 64 bits of SHA-256 of the hash before it and its bytes.
    static long link(MessageDigest sha256, long chain, byte[] entries) {
        sha256.update(ByteBuffer.allocate(Long.BYTES).putLong(0, chain));
        return ByteBuffer.wrap(sha256.digest(entries)).getLong();
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
        byte[] body = pending.body();
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
        @Nullable Object[] row = new @Nullable Object[Target.CHANGING.size() + Target.FIXED.size()];
        int next = changing(row, run, chain, body);
        Origin origin = run.origin();
        Lane lane = origin.lane();
        row[next++] = origin.key();
        row[next++] = number(origin.links().parent());
        row[next++] = followed(origin.links().after());
        row[next++] = number(origin.links().cause());
        row[next++] = lane == null ? null : lane.queue();
        row[next++] = lane == null ? null : lane.priority();
        row[next++] = origin.idempotency();
        row[next++] = Times.nanos(run.timing().created());
        row[next++] = origin.request().bytes();
        row[next] = run.id().value();
        put(row);
    }

    /// Columns without a value are left out of the statement: binding them costs as much as a
    /// value, and most runs have the same few.
    private void put(@Nullable Object[] row) throws SQLException {
        int present = 0;
        for (int i = 0; i < row.length; i++) if (row[i] != null) present |= 1 << i;
        PreparedStatement put = session.prepare(puts.computeIfAbsent(present, target::putRun));
        int place = 1;
        for (Object value : row) if (value != null) put.setObject(place++, value);
        put.executeUpdate();
    }

    private boolean updated(Run run, long chain, byte[] body) throws SQLException {
        @Nullable Object[] row = new @Nullable Object[Target.CHANGING.size()];
        changing(row, run, chain, body);
        PreparedStatement update = session.prepare(target.updateRun());
        for (int i = 0; i < row.length; i++) update.setObject(i + 1, row[i]);
        update.setLong(row.length + 1, run.id().value());
        return update.executeUpdate() == 1;
    }

    /// Fills in the columns of [Target#CHANGING] and returns the next place.
    private int changing(@Nullable Object[] row, Run run, long chain, byte[] body)
            throws SQLException {
        Failure error = run.progress().error();
        Payload response = run.data().response();
        Instant wake = run.wake().orElse(null);
        int next = 0;
        row[next++] = machine(run.machine());
        row[next++] = definition(run.origin().machine());
        row[next++] = Statuses.code(run.status());
        row[next++] = run.version();
        row[next++] = run.state();
        row[next++] = wake == null ? null : Times.nanos(wake);
        row[next++] = Times.nanos(run.timing().updated());
        row[next++] = ended(run);
        row[next++] = run.progress().attempt();
        row[next++] = followed(run.origin().links().behind());
        row[next++] = error == null ? null : error.toString();
        row[next++] = chain;
        row[next++] = body;
        row[next++] = response == null ? null : response.bytes();
        return next;
    }

    static @Nullable Long ended(Run run) {
        return run.status().isEnd() ? endedNanos(run) : null;
    }

    /// Returns when a run that has ended did so.
    static long endedNanos(Run run) {
        var ended = run.timing().ended();
        return Times.nanos(ended == null ? run.timing().updated() : ended);
    }

    private static @Nullable Long followed(@Nullable After after) {
        return after == null ? null : after.run().value();
    }

    private static @Nullable Long number(@Nullable RunId id) {
        return id == null ? null : id.value();
    }

    private void writeMail(Mail mail) throws SQLException {
        PreparedStatement put = session.prepare(target.putMail());
        put.setLong(1, mail.id());
        put.setLong(2, mail.to().value());
        put.setString(3, mail.kind().name());
        put.setString(4, mail.name());
        put.setLong(5, Times.nanos(mail.at()));
        put.setBytes(6, mail.body().bytes());
        put.executeUpdate();
    }

    private void writeItem(Item item) throws SQLException {
        Payload body = item.body();
        PreparedStatement write =
                session.prepare(body == null ? target.removeItem() : target.putItem());
        write.setString(1, item.kind().name());
        write.setString(2, item.name());
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
