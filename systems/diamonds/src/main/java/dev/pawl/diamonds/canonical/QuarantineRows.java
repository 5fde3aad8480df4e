package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.canonical.PreparedStone.Payload;
import dev.pawl.diamonds.canonical.PreparedStone.Refused;
import dev.pawl.diamonds.mapping.StoneMapping;
import dev.pawl.machine.Transaction;
import java.util.List;

/// Writes payloads into quarantine, one row for each stone; the payload itself stays where it is.
final class QuarantineRows {
    private static final int REASON_MAX = 1_000;

    private final Transaction tx;
    private final String feed;
    private final String now;

    QuarantineRows(Transaction tx, String feed, String now) {
        this.tx = tx;
        this.feed = feed;
        this.now = now;
    }

    void write(List<Refused> refused) {
        tx.updateAll(
                "insert into diamond_quarantine (number, feed, stone_id, revision, mapping_version,"
                        + " field, reason, run_id, since) values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
                        + " on conflict (number) do update set revision = excluded.revision,"
                        + " mapping_version = excluded.mapping_version, field = excluded.field,"
                        + " reason = excluded.reason, run_id = excluded.run_id",
                refused.stream().map(this::row).toList());
    }

    private Object[] row(Refused refused) {
        Payload payload = refused.payload();
        String reason = refused.reason();
        return new Object[] {
            payload.number(),
            feed,
            payload.stoneId(),
            payload.revision(),
            StoneMapping.VERSION,
            refused.field(),
            reason.length() <= REASON_MAX ? reason : reason.substring(0, REASON_MAX),
            payload.run(),
            now
        };
    }
}
