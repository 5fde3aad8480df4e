package dev.pawl.orchestrator.tables;

import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.provider.Cycle;
import dev.pawl.orchestrator.provider.MappedItem;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.WriteResult;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Records a provider's work, in the transaction of the batch that it belongs to.
public final class ProviderTables {
    /// The number of items between two checkpoints.
    public static final int CHECKPOINT_ITEMS = 100;

    private static final int OUTCOMES_KEPT = 100_000;
    private static final int PAYLOAD_CHARS_MAX = 100_000;

    private final Transaction tx;
    private final Cycle cycle;

    public ProviderTables(Transaction tx, Cycle cycle) {
        this.tx = tx;
        this.cycle = cycle;
    }

    /// Inserts the row of a new provider, or updates its dependencies.
    public static void register(Transaction tx, ProviderConfig config, Instant now) {
        tx.update(
                "insert into providers (id, provider_type, needs, created_at, updated_at)"
                        + " values (?, ?, ?, ?, ?) on conflict (id) do update"
                        + " set needs = excluded.needs",
                config.id(),
                config.providerType(),
                needs(config),
                now.toString(),
                now.toString());
    }

    /// Returns a provider's dependencies as they are stored, separated by spaces; ids have none.
    public static String needs(ProviderConfig config) {
        return String.join(" ", config.dependencies());
    }

    public static List<String> needs(String stored) {
        return stored.isEmpty() ? List.of() : List.of(stored.split(" ", -1));
    }

    /// Starts the cycle with counters at 0; does nothing if it has started.
    public void startCycle() {
        tx.update(
                "update providers set cycle = ?, cycle_open = 1, processed = 0, created = 0,"
                        + " changed = 0, unchanged = 0, removed = 0, errors = 0, cause = null,"
                        + " detail = null, started_at = ? where id = ? and cycle < ?",
                cycle.number(),
                cycle.now().toString(),
                cycle.provider(),
                cycle.number());
    }

    /// Records a batch: counters, outcomes of items, quarantined items and checkpoints.
    public void advance(
            List<? extends MappedItem<?>> entries, List<PoisonItem> poison, WriteResult written) {
        long items = entries.size() + (long) poison.size();
        long before =
                tx.query(
                                "select processed_total from providers where id = ?",
                                row -> row.number(1),
                                cycle.provider())
                        .getFirst();
        outcomes(entries, poison, written);
        poison.forEach(this::quarantine);
        List<String> urns = new ArrayList<>();
        for (MappedItem<?> entry : entries) urns.add(entry.urn());
        for (PoisonItem item : poison) urns.add(item.urn());
        checkpoints(before, urns);
        tx.update(
                "update providers set processed = processed + ?, errors = errors + ?,"
                        + " created = created + ?, changed = changed + ?,"
                        + " unchanged = unchanged + ?, removed = removed + ?,"
                        + " processed_total = processed_total + ?, error_total = error_total + ?,"
                        + " last_checkpoint = coalesce(nullif(?, ''), last_checkpoint),"
                        + " updated_at = ?"
                        + " where id = ?",
                items,
                poison.size(),
                written.created().size(),
                written.changed().size(),
                written.unchanged(),
                written.removed().size(),
                items,
                poison.size(),
                urns.isEmpty() ? "" : urns.getLast(),
                cycle.now().toString(),
                cycle.provider());
    }

    /// Stores the cursor after the last batch, and how many items the cycle expects.
    public void moveTo(String position, long expected) {
        tx.update(
                "update providers set position = ?, expected = ?, detail = null where id = ?",
                position,
                expected,
                cycle.provider());
    }

    /// Ends the cycle, and deletes old outcomes.
    public void completeCycle() {
        tx.update(
                "update providers set cycle_open = 0, whole = 0, completed_at = ? where id = ?",
                cycle.now().toString(),
                cycle.provider());
        tx.update(
                "delete from provider_outcomes where provider = ? and number <= ?",
                cycle.provider(),
                lastOutcome() - OUTCOMES_KEPT);
    }

    public static void limits(Transaction tx, String provider, String limits, String detail) {
        tx.update(
                "update providers set limits = ?, detail = ? where id = ?",
                limits,
                detail,
                provider);
    }

    private void checkpoints(long before, List<String> urns) {
        List<Object[]> rows = new ArrayList<>();
        long next = (before / CHECKPOINT_ITEMS + 1) * CHECKPOINT_ITEMS;
        for (; next <= before + urns.size(); next += CHECKPOINT_ITEMS) {
            String urn = urns.get((int) (next - before) - 1);
            rows.add(new Object[] {cycle.provider(), next, urn, cycle.now().toString()});
        }
        tx.updateAll(
                "insert into provider_checkpoints (provider, items, urn, at) values (?, ?, ?, ?)",
                rows);
    }

    /// An unchanged item has no outcome: nothing was done to it.
    private void outcomes(
            List<? extends MappedItem<?>> entries, List<PoisonItem> poison, WriteResult written) {
        Set<String> done = new HashSet<>(written.created());
        done.addAll(written.changed());
        long number = lastOutcome();
        List<Object[]> rows = new ArrayList<>();
        for (MappedItem<?> entry : entries) {
            if (done.contains(entry.urn())) rows.add(outcome(++number, entry.urn(), null));
        }
        for (String urn : written.removed()) rows.add(outcome(++number, urn, null));
        for (PoisonItem item : poison) {
            rows.add(outcome(++number, item.urn(), String.valueOf(item.getMessage())));
        }
        tx.updateAll(
                "insert into provider_outcomes (provider, number, urn, processed_at, success,"
                        + " error_message) values (?, ?, ?, ?, ?, nullif(?, ''))",
                rows);
    }

    private Object[] outcome(long number, String urn, @Nullable String error) {
        boolean success = error == null;
        return new Object[] {
            cycle.provider(),
            number,
            urn,
            cycle.now().toString(),
            success ? 1 : 0,
            success ? "" : error
        };
    }

    private long lastOutcome() {
        return tx.query(
                        "select coalesce(max(number), 0) from provider_outcomes where provider = ?",
                        row -> row.number(1),
                        cycle.provider())
                .getFirst();
    }

    private void quarantine(PoisonItem item) {
        String payload = item.payload();
        if (payload.length() > PAYLOAD_CHARS_MAX) payload = payload.substring(0, PAYLOAD_CHARS_MAX);
        String digest = digest(payload);
        String now = cycle.now().toString();
        int known =
                tx.update(
                        "update quarantine set attempts = attempts + 1, last_at = ?, error = ?,"
                                + " resolved_at = null where provider = ? and digest = ?",
                        now,
                        String.valueOf(item.getMessage()),
                        cycle.provider(),
                        digest);
        if (known > 0) return;
        tx.update(
                "insert into quarantine (number, provider, urn, payload, digest, error, first_at,"
                        + " last_at) values (?, ?, ?, ?, ?, ?, ?, ?)",
                nextQuarantineNumber(),
                cycle.provider(),
                item.urn(),
                payload,
                digest,
                String.valueOf(item.getMessage()),
                now,
                now);
    }

    /// PostgreSQL has many writers: two providers may quarantine an item at the same time.
    private long nextQuarantineNumber() {
        String sql =
                switch (tx.flavour()) {
                    case SQLITE -> "select coalesce(max(number), 0) + 1 from quarantine";
                    case POSTGRESQL -> "select nextval('quarantine_numbers')";
                };
        return tx.query(sql, row -> row.number(1)).getFirst();
    }

    private static String digest(String text) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
