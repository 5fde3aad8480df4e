package dev.pawl.orchestrator.conductor;

import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import dev.pawl.orchestrator.tables.PermitRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What one step of the conductor does to permits: new rows, events and entries of the audit.
final class PermitChanges {
    private final Map<String, PermitRow> stored = new TreeMap<>();
    private final Map<String, PermitRow> rows = new TreeMap<>();
    private final List<Object[]> audit = new ArrayList<>();
    private final List<ProviderEvent> events = new ArrayList<>();
    private final long audits;
    private final Instant now;

    /// @param audits the number of the last entry of the audit
    PermitChanges(List<PermitRow> rows, long audits, Instant now) {
        for (PermitRow row : rows) stored.put(row.provider(), row);
        this.rows.putAll(stored);
        this.audits = audits;
        this.now = now;
    }

    PermitRow row(String provider) {
        return rows.getOrDefault(provider, PermitRow.none(provider));
    }

    List<PermitRow> rows() {
        return List.copyOf(rows.values());
    }

    int held() {
        return rows.values().stream().mapToInt(PermitRow::held).sum();
    }

    void grant(String provider, int count) {
        note("granted", provider, count, "");
        emit(ProviderEvent.Type.QUOTA_GRANTED, provider, count, "");
        rows.put(provider, row(provider).granted(count));
    }

    void revoke(String provider, int count, Instant until, String reason) {
        note("revoked", provider, count, reason);
        emit(ProviderEvent.Type.QUOTA_REVOKED, provider, count, reason);
        rows.put(provider, row(provider).revoked(count, until));
    }

    /// Takes permits that a provider has not returned.
    void take(String provider, int count, String action, String reason) {
        if (count == 0) return;
        note(action, provider, count, reason);
        rows.put(provider, row(provider).taken(count));
    }

    /// Records what a provider gave back.
    void record(PermitRow row) {
        if (row.returned() == 0) return;
        String lost = row.isLost() ? "the process that held them is gone" : "";
        String action = row.held() > 0 ? "returned" : "released";
        note(action, row.provider(), row.returned(), lost);
        if (row.isLost()) {
            emit(ProviderEvent.Type.QUOTA_REVOKED, row.provider(), row.returned(), lost);
        }
    }

    void note(String action, String provider, int count, String reason) {
        long number = audits + audit.size() + 1;
        audit.add(new Object[] {number, now.toString(), action, provider, count, reason});
    }

    private void emit(ProviderEvent.Type type, String provider, int count, String reason) {
        events.add(new ProviderEvent(0, now, type, provider, count, reason));
    }

    List<ProviderEvent> events() {
        return events;
    }

    int audits() {
        return audit.size();
    }

    boolean isEmpty() {
        return audit.isEmpty();
    }

    void write(Transaction tx) {
        for (PermitRow row : rows.values()) {
            if (row.returned() > 0 || !row.equals(stored.get(row.provider()))) row.write(tx);
        }
        tx.updateAll(
                "insert into permit_audit (number, at, action, holder, count, reason)"
                        + " values (?, ?, ?, ?, ?, ?)",
                audit);
    }
}
