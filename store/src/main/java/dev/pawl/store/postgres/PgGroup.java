package dev.pawl.store.postgres;

import dev.pawl.engine.store.NamedDocument;
import dev.pawl.run.Failure;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Predecessor;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.format.NanoTimes;
import dev.pawl.store.format.StatusCodes;
import dev.pawl.store.sql.SqlSession;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Commits that become durable together, through a single call.
///
/// Rows are sorted by id, and so are locks: nodes that write the same rows at once wait for each
/// other without a deadlock.
final class PgGroup {
    private static final int PARAMETERS = 78;
    private static final String CALL =
            "select @commit(%s)".formatted(String.join(",", Collections.nCopies(PARAMETERS, "?")));

    private final List<PgChange> updated = new ArrayList<>();
    private final List<PgChange> inserted = new ArrayList<>();
    private final List<PgChange> changes = new ArrayList<>();
    private final NavigableMap<Long, Message> sent = new TreeMap<>();
    private final TreeSet<Long> taken = new TreeSet<>();
    private final Map<String, NamedDocument> documents = new LinkedHashMap<>();
    private final TreeSet<Long> locks = new TreeSet<>();
    private final List<PgJob.Newest> newest = new ArrayList<>();
    private final List<NamedDocument> same = new ArrayList<>();
    private final Map<MachineRef, PgDefinitions.Numbers> numbers = new HashMap<>();
    private boolean isSetting;
    private boolean isFree;

    PgGroup(Collection<PgJob> jobs) {
        for (PgJob job : jobs) add(job);
        Comparator<PgChange> byId = Comparator.comparing(change -> change.run().id());
        updated.sort(byId);
        inserted.sort(byId);
        changes.sort(byId);
    }

    private void add(PgJob job) {
        for (PgChange change : job.changes) {
            (change.isNew() ? inserted : updated).add(change);
            changes.add(change);
        }
        for (Message message : job.sent) sent.put(message.id(), message);
        // A message sent and taken in the same group leaves no row.
        for (Message message : job.taken) {
            if (sent.remove(message.id()) == null) taken.add(message.id());
        }
        for (NamedDocument document : job.documents)
            documents.put(document.kind() + "/" + document.name(), document);
        locks.addAll(job.guarded);
        locks.addAll(job.written);
        newest.addAll(job.newest);
        same.addAll(job.same);
        isSetting |= job.isSetting;
        isFree |= job.isFree;
    }

    /// Looks up the numbers of the definitions, separately from the call.
    void prepare(SqlSession session, PgDefinitions definitions) throws SQLException {
        for (PgChange change : changes) {
            MachineRef machine = change.run().origin().machine();
            if (!numbers.containsKey(machine)) {
                numbers.put(machine, definitions.of(session, machine));
            }
        }
    }

    /// Writes the whole group, in a transaction of its own or as the last part of one.
    void call(SqlSession session, CommitNumber number) throws SQLException {
        PreparedStatement call = session.prepare(CALL);
        PgArrays to = new PgArrays(call, session.dialect());
        call.setLong(to.next(), number.epoch());
        call.setInt(to.next(), number.slot());
        call.setLong(to.next(), number.prev());
        call.setLong(to.next(), number.seq());
        call.setBoolean(to.next(), isFree || isSetting);
        call.setBoolean(to.next(), isSetting);
        to.longs(locks, lock -> lock);
        to.texts(newest, PgJob.Newest::machine);
        to.texts(newest, PgJob.Newest::key);
        to.longs(newest, PgJob.Newest::id);
        to.longs(newest, PgJob.Newest::bound);
        to.texts(same, document -> document.kind().name());
        to.texts(same, NamedDocument::name);
        to.texts(same, document -> text(document.body()));
        to.longs(updated, change -> change.run().id().value());
        to.longs(updated, PgChange::before);
        addChanging(to, updated);
        to.longs(inserted, change -> change.run().id().value());
        addChanging(to, inserted);
        addFixed(to, inserted);
        addChunks(to);
        addMessages(to);
        to.texts(documents.values(), document -> document.kind().name());
        to.texts(documents.values(), NamedDocument::name);
        to.texts(documents.values(), document -> text(document.body()));
        try (ResultSet row = call.executeQuery()) {
            row.next();
        }
    }

    /// Adds the columns of a run that may change.
    private void addChanging(PgArrays to, List<PgChange> all) throws SQLException {
        to.longs(all, change -> change.run().version());
        to.numbers(all, change -> followed(change.run().origin().links().behind()));
        to.numbers(all, change -> change.run().wake().map(NanoTimes::nanos).orElse(null));
        to.longs(all, change -> NanoTimes.nanos(change.run().timing().updated()));
        to.numbers(all, change -> NanoTimes.ended(change.run()));
        to.longs(all, PgChange::chain);
        to.commonLongs(all, change -> change.run().owner());
        to.common(all, change -> numbers(change).machine());
        to.common(all, change -> numbers(change).definition());
        to.common(all, change -> StatusCodes.code(change.run().status()));
        to.common(all, change -> change.run().progress().attempt());
        to.booleans(all, change -> change.run().isInFlight());
        to.smallNumbers(all, change -> permits(change.run()));
        to.texts(all, change -> change.run().state());
        to.texts(all, change -> pool(change.run()));
        to.texts(all, change -> error(change.run()));
        to.bytes(all, change -> change.body().copy());
        to.bytes(all, change -> bytes(change.run().data().response()));
    }

    /// Adds the columns of a run that keep their first value.
    private static void addFixed(PgArrays to, List<PgChange> all) throws SQLException {
        to.numbers(all, change -> number(change.run().parent()));
        to.numbers(all, change -> followed(change.run().origin().links().after()));
        to.numbers(all, change -> number(change.run().origin().links().cause()));
        to.longs(all, change -> NanoTimes.nanos(change.run().timing().created()));
        to.smallNumbers(all, change -> priority(change.run().origin().queuePlace()));
        to.texts(all, change -> change.run().origin().key());
        to.texts(all, change -> queue(change.run().origin().queuePlace()));
        to.texts(all, change -> change.run().origin().idempotency());
        to.bytes(all, change -> change.run().origin().request().bytes());
    }

    private void addChunks(PgArrays to) throws SQLException {
        long[] places = new long[changes.size()];
        long place = 0;
        for (int i = 0; i < places.length; i++) {
            place += changes.get(i).entryCount();
            places[i] = place;
        }
        to.add(places);
        to.longs(changes, change -> change.run().id().value());
        to.longs(changes, PgChange::first);
        to.longs(changes, PgChange::last);
        to.longs(changes, PgChange::chain);
        to.texts(changes, PgChange::entries);
    }

    private void addMessages(PgArrays to) throws SQLException {
        to.longs(sent.values(), Message::id);
        to.longs(sent.values(), message -> message.to().value());
        to.longs(sent.values(), message -> NanoTimes.nanos(message.at()));
        to.texts(sent.values(), message -> message.kind().name());
        to.texts(sent.values(), Message::name);
        to.bytes(sent.values(), message -> message.body().bytes());
        to.longs(taken, id -> id);
    }

    private PgDefinitions.Numbers numbers(PgChange change) {
        return Objects.requireNonNull(numbers.get(change.run().origin().machine()));
    }

    private static @Nullable Long followed(@Nullable Predecessor after) {
        return after == null ? null : after.run().value();
    }

    private static @Nullable Long number(@Nullable RunId id) {
        return id == null ? null : id.value();
    }

    private static @Nullable String error(Run run) {
        return run.failure().map(Failure::toString).orElse(null);
    }

    private static @Nullable Integer permits(Run run) {
        PermitNeed need = run.condition().permits();
        return need == null ? null : need.count();
    }

    private static @Nullable String pool(Run run) {
        PermitNeed need = run.condition().permits();
        return need == null ? null : need.pool();
    }

    private static @Nullable Integer priority(@Nullable QueuePlace place) {
        return place == null ? null : place.priority();
    }

    private static @Nullable String queue(@Nullable QueuePlace place) {
        return place == null ? null : place.queue();
    }

    private static byte @Nullable [] bytes(@Nullable Payload payload) {
        return payload == null ? null : payload.bytes();
    }

    private static @Nullable String text(@Nullable Payload payload) {
        return payload == null ? null : payload.text();
    }

    /// The number of a commit: the epoch of the node or 0, its slot, and the numbers of the slot's
    /// previous commit and of this one.
    record CommitNumber(long epoch, int slot, long prev, long seq) {}
}
