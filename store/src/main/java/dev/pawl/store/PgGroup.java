package dev.pawl.store;

import dev.pawl.engine.store.Item;
import dev.pawl.run.After;
import dev.pawl.run.Failure;
import dev.pawl.run.Lane;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Mail;
import dev.pawl.run.Payload;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
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

/// Commits that become durable together, as the one call that does it.
///
/// Rows are in the order of their ids, and so are locks: nodes that write the same at once wait for
/// each other and never in a circle.
final class PgGroup {
    private static final int PARAMETERS = 78;
    private static final String CALL =
            "select @commit(%s)".formatted(String.join(",", Collections.nCopies(PARAMETERS, "?")));

    private final List<PgChange> updated = new ArrayList<>();
    private final List<PgChange> inserted = new ArrayList<>();
    private final List<PgChange> changes = new ArrayList<>();
    private final NavigableMap<Long, Mail> sent = new TreeMap<>();
    private final TreeSet<Long> taken = new TreeSet<>();
    private final Map<String, Item> items = new LinkedHashMap<>();
    private final TreeSet<Long> locks = new TreeSet<>();
    private final List<PgJob.Newest> newest = new ArrayList<>();
    private final List<Item> same = new ArrayList<>();
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
        for (Mail mail : job.sent) sent.put(mail.id(), mail);
        // What comes and goes in one commit leaves no row.
        for (Mail mail : job.taken) {
            if (sent.remove(mail.id()) == null) taken.add(mail.id());
        }
        for (Item item : job.items) items.put(item.kind() + "/" + item.name(), item);
        locks.addAll(job.guarded);
        locks.addAll(job.written);
        newest.addAll(job.newest);
        same.addAll(job.same);
        isSetting |= job.isSetting;
        isFree |= job.isFree;
    }

    /// Looks up the numbers of the definitions, which is done apart from the call.
    void prepare(Session session, PgDefinitions definitions) throws SQLException {
        for (PgChange change : changes) {
            MachineRef machine = change.run().origin().machine();
            if (!numbers.containsKey(machine)) {
                numbers.put(machine, definitions.of(session, machine));
            }
        }
    }

    /// Writes everything; alone, or as the last part of a transaction.
    void call(Session session, Turn turn) throws SQLException {
        PreparedStatement call = session.prepare(CALL);
        PgArrays to = new PgArrays(call, session.dialect());
        call.setLong(to.next(), turn.epoch());
        call.setInt(to.next(), turn.pen());
        call.setLong(to.next(), turn.prev());
        call.setLong(to.next(), turn.seq());
        call.setBoolean(to.next(), isFree || isSetting);
        call.setBoolean(to.next(), isSetting);
        to.longs(locks, lock -> lock);
        to.texts(newest, PgJob.Newest::machine);
        to.texts(newest, PgJob.Newest::key);
        to.longs(newest, PgJob.Newest::id);
        to.longs(newest, PgJob.Newest::bound);
        to.texts(same, item -> item.kind().name());
        to.texts(same, Item::name);
        to.texts(same, item -> text(item.body()));
        to.longs(updated, change -> change.run().id().value());
        to.longs(updated, PgChange::before);
        addChanging(to, updated);
        to.longs(inserted, change -> change.run().id().value());
        addChanging(to, inserted);
        addFixed(to, inserted);
        addChunks(to);
        addMail(to);
        to.texts(items.values(), item -> item.kind().name());
        to.texts(items.values(), Item::name);
        to.texts(items.values(), item -> text(item.body()));
        try (ResultSet row = call.executeQuery()) {
            row.next();
        }
    }

    /// Adds the columns of a run that may change.
    private void addChanging(PgArrays to, List<PgChange> all) throws SQLException {
        to.longs(all, change -> change.run().version());
        to.numbers(all, change -> followed(change.run().origin().links().behind()));
        to.numbers(all, change -> change.run().wake().map(Times::nanos).orElse(null));
        to.longs(all, change -> Times.nanos(change.run().timing().updated()));
        to.numbers(all, change -> Projection.ended(change.run()));
        to.longs(all, PgChange::chain);
        to.commonLongs(all, change -> change.run().owner());
        to.common(all, change -> numbers(change).machine());
        to.common(all, change -> numbers(change).definition());
        to.common(all, change -> Statuses.code(change.run().status()));
        to.common(all, change -> change.run().progress().attempt());
        to.booleans(all, change -> change.run().isInFlight());
        to.smallNumbers(all, change -> permits(change.run()));
        to.texts(all, change -> change.run().state());
        to.texts(all, change -> pool(change.run()));
        to.texts(all, change -> error(change.run()));
        to.bytes(all, change -> change.body().copy());
        to.bytes(all, change -> bytes(change.run().data().response()));
    }

    /// Adds the columns of a run that stay as they were at its start.
    private static void addFixed(PgArrays to, List<PgChange> all) throws SQLException {
        to.numbers(all, change -> number(change.run().parent()));
        to.numbers(all, change -> followed(change.run().origin().links().after()));
        to.numbers(all, change -> number(change.run().origin().links().cause()));
        to.longs(all, change -> Times.nanos(change.run().timing().created()));
        to.smallNumbers(all, change -> priority(change.run().origin().lane()));
        to.texts(all, change -> change.run().origin().key());
        to.texts(all, change -> queue(change.run().origin().lane()));
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

    private void addMail(PgArrays to) throws SQLException {
        to.longs(sent.values(), Mail::id);
        to.longs(sent.values(), mail -> mail.to().value());
        to.longs(sent.values(), mail -> Times.nanos(mail.at()));
        to.texts(sent.values(), mail -> mail.kind().name());
        to.texts(sent.values(), Mail::name);
        to.bytes(sent.values(), mail -> mail.body().bytes());
        to.longs(taken, id -> id);
    }

    private PgDefinitions.Numbers numbers(PgChange change) {
        return Objects.requireNonNull(numbers.get(change.run().origin().machine()));
    }

    private static @Nullable Long followed(@Nullable After after) {
        return after == null ? null : after.run().value();
    }

    private static @Nullable Long number(@Nullable RunId id) {
        return id == null ? null : id.value();
    }

    private static @Nullable String error(Run run) {
        Failure error = run.progress().error();
        return error == null ? null : error.toString();
    }

    private static @Nullable Integer permits(Run run) {
        PermitNeed need = run.condition().permits();
        return need == null ? null : need.count();
    }

    private static @Nullable String pool(Run run) {
        PermitNeed need = run.condition().permits();
        return need == null ? null : need.pool();
    }

    private static @Nullable Integer priority(@Nullable Lane lane) {
        return lane == null ? null : lane.priority();
    }

    private static @Nullable String queue(@Nullable Lane lane) {
        return lane == null ? null : lane.queue();
    }

    private static byte @Nullable [] bytes(@Nullable Payload payload) {
        return payload == null ? null : payload.bytes();
    }

    private static @Nullable String text(@Nullable Payload payload) {
        return payload == null ? null : payload.text();
    }

    /// The node that commits or 0, the place of its pen, and the numbers of the pen's commit before
    /// and of this one.
    record Turn(long epoch, int pen, long prev, long seq) {}
}
