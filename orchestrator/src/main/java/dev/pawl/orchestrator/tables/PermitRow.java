package dev.pawl.orchestrator.tables;

import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.provider.TableQuery;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The permits of one provider. The conductor grants and revokes, and the provider returns, each in
/// the commit of its own transition.
///
/// @param held how many it holds, with those that were revoked
/// @param returning how many were revoked
/// @param deadline when those that were revoked are taken
/// @param returned how many it returned since the conductor last looked
/// @param isLost whether it returned them because the process that held them is gone
public record PermitRow(
        String provider,
        int held,
        int returning,
        @Nullable Instant deadline,
        int returned,
        boolean isLost) {
    private static final String SELECT =
            "select provider, held, asked_back, deadline, returned, lost from provider_permits";

    /// Returns the row of a provider without permits.
    public static PermitRow none(String provider) {
        return new PermitRow(provider, 0, 0, null, 0, false);
    }

    public static PermitRow find(TableQuery tables, String provider) {
        return tables.query(SELECT + " where provider = ?", PermitRow::of, provider).stream()
                .findFirst()
                .orElse(none(provider));
    }

    public static List<PermitRow> all(TableQuery tables) {
        return tables.query(SELECT + " order by provider", PermitRow::of);
    }

    /// Returns all rows, which no other transaction changes until this one ends.
    public static List<PermitRow> locked(Transaction tx) {
        return switch (tx.flavour()) {
            case SQLITE -> all(tx::query);
            case POSTGRESQL -> tx.query(SELECT + " order by provider for update", PermitRow::of);
        };
    }

    /// Records that the provider returned `count` revoked permits.
    public static void giveBack(Transaction tx, String provider, int count) {
        if (count == 0) return;
        String sql =
                "update provider_permits set held = held - n, asked_back = asked_back - n,"
                        + " returned = returned + n from (select cast(? as integer) as n) as given"
                        + " where provider = ? and asked_back >= n";
        tx.update(sql, count, provider);
    }

    /// Records that the provider returned all permits.
    public static void giveBackAll(Transaction tx, String provider, boolean lost) {
        String sql =
                "update provider_permits set returned = returned + held, held = 0, asked_back = 0,"
                        + " lost = ? where provider = ?";
        tx.update(sql, lost ? 1 : 0, provider);
    }

    /// Writes the row, or deletes it if nothing is left, for the conductor.
    public void write(Transaction tx) {
        if (held == 0) {
            tx.update("delete from provider_permits where provider = ?", provider);
            return;
        }
        // In place: a provider that waits for the row would not find it after a deletion.
        String sql =
                "insert into provider_permits (provider, held, asked_back, deadline)"
                        + " values (?, ?, ?, nullif(?, '')) on conflict (provider) do update set"
                        + " held = excluded.held, asked_back = excluded.asked_back,"
                        + " deadline = excluded.deadline, returned = 0, lost = 0";
        tx.update(sql, provider, held, returning, deadline == null ? "" : deadline.toString());
    }

    /// Returns how many it can use: those that were not revoked.
    public int usable() {
        return held - returning;
    }

    public PermitRow granted(int count) {
        return new PermitRow(provider, held + count, returning, deadline, returned, isLost);
    }

    public PermitRow revoked(int count, Instant until) {
        return new PermitRow(provider, held, returning + count, until, returned, isLost);
    }

    /// Returns this without `count` permits that were taken, first those that were revoked.
    public PermitRow taken(int count) {
        int left = Math.max(0, returning - count);
        return new PermitRow(provider, held - count, left, deadline, returned, isLost);
    }

    /// Returns whether permits that were revoked are due.
    public boolean isDue(Instant now) {
        return returning > 0 && deadline != null && !now.isBefore(deadline);
    }

    private static PermitRow of(Transaction.Row row) {
        return new PermitRow(
                row.text(1),
                (int) row.number(2),
                (int) row.number(3),
                row.isNull(4) ? null : Instant.parse(row.text(4)),
                (int) row.number(5),
                row.number(6) != 0);
    }
}
