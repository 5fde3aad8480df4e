package dev.pawl.orchestrator;

import dev.pawl.engine.Lease;
import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.broker.Allocation;
import dev.pawl.orchestrator.broker.Claim;
import dev.pawl.orchestrator.broker.Plan;
import dev.pawl.orchestrator.broker.Pressure;
import dev.pawl.orchestrator.broker.Sample;
import dev.pawl.orchestrator.broker.Terms;
import dev.pawl.orchestrator.lifecycle.Event;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.lifecycle.Signals.QuotaGranted;
import dev.pawl.orchestrator.lifecycle.Signals.QuotaRevoked;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Gives permits out and takes them back, as [Allocation] says, by leases of the engine's pool.
///
/// What it tells is what it sees: each turn compares the leases with those of the turn before, so a
/// permit that was given just before a crash is told after it.
final class Broker {
    /// How often load is measured.
    static final Duration TICK = Duration.ofSeconds(5);

    private final Workshop shop;
    private final Score before;
    private final Instant now;
    private final Map<String, Score.Permit> permits = new TreeMap<>();
    private final Map<String, String> reasons = new HashMap<>();
    private final List<Object[]> audit = new ArrayList<>();
    private List<Claim> claims = List.of();
    private Pressure pressure;

    Broker(Workshop shop, Score before, Instant now) {
        this.shop = shop;
        this.before = before;
        this.now = now;
        this.pressure = before.pressure();
    }

    /// Returns whether permits of a provider were asked back and had not come back.
    boolean isRevoking(String provider) {
        return before.leases().entrySet().stream()
                .anyMatch(each -> each.getValue().revoked() && isOf(each.getKey(), provider));
    }

    /// Returns how many permits a provider had at the last look.
    long known(String provider) {
        return before.leases().keySet().stream().filter(each -> isOf(each, provider)).count();
    }

    private static boolean isOf(String holder, String provider) {
        return Quota.provider(holder).equals(provider);
    }

    /// Shares `total` permits out among those that want some.
    void share(Map<String, Score.Part> parts, PoolOrder order) {
        measure(order);
        List<Claim> all = new ArrayList<>();
        for (Map.Entry<String, Score.Part> each : parts.entrySet()) {
            String id = each.getKey();
            Score.Part part = each.getValue();
            Quota quota = shop.quota(id);
            boolean works = part.state() == ProviderState.RUNNING;
            if (works || part.state() == ProviderState.ACQUIRING) {
                all.add(claim(id, part, quota));
            } else {
                quota.releaseAll();
            }
            if (works && quota.held().isEmpty()) {
                QuotaRevoked gone = new QuotaRevoked((int) known(id), "not given back in time");
                shop.offer(RunId.parse(part.run()), gone);
            }
        }
        claims = all;
        if (!order.isFrozen() || order.isDraining()) carryOut(order);
        for (Claim claim : all) grant(claim.holder(), parts);
    }

    private Claim claim(String id, Score.Part part, Quota quota) {
        List<Lease> held = quota.held();
        int returning = (int) held.stream().filter(lease -> lease.revokedBy() != null).count();
        Terms terms = shop.terms(id);
        return new Claim(id, terms, terms.max(), held.size(), returning, part.since());
    }

    private void carryOut(PoolOrder order) {
        int capacity = order.isDraining() ? 0 : pressure.capacity();
        Plan plan = Allocation.plan(capacity, claims, now, shop.options().patience());
        plan.revocations()
                .forEach((id, count) -> {
                    shop.quota(id).revoke(count, shop.options().revocation());
                    reasons.put(id, reason(order, capacity));
                });
        plan.grants().forEach((id, count) -> take(id, count));
    }

    private String reason(PoolOrder order, int capacity) {
        if (order.isDraining()) return "everything drains";
        int out = shop.permitsOut();
        return out > capacity
                ? "%d permits were out, and there are %d".formatted(out, capacity)
                : "others wait";
    }

    private void take(String id, int count) {
        try {
            shop.quota(id).take(count, shop.terms(id).priority(), now);
        } catch (InterruptedException _) {
            // The engine closes; the next turn takes them.
            Thread.currentThread().interrupt();
        }
    }

    private void grant(String id, Map<String, Score.Part> parts) {
        Score.Part part = parts.get(id);
        if (part == null || part.state() != ProviderState.ACQUIRING) return;
        int usable = shop.quota(id).usable();
        if (usable > 0) shop.offer(RunId.parse(part.run()), new QuotaGranted(usable));
    }

    /// Follows what people ordered and what the load is.
    private void measure(PoolOrder order) {
        int total = Math.max(1, order.total());
        if (total != pressure.ceiling()) {
            Pressure resized = pressure.resized(total);
            note("resized", "", total, "from %d".formatted(pressure.ceiling()));
            pressure = resized;
        }
        if (order.isFrozen()) return;
        shop.strain().sample(now).ifPresent(this::feel);
    }

    private void feel(Sample sample) {
        Pressure next = pressure.after(sample, shop.options().thresholds());
        int change = next.capacity() - pressure.capacity();
        String words = pressure.reading(sample, shop.options().thresholds()).words();
        if (change != 0) note(change < 0 ? "lowered" : "raised", "", next.capacity(), words);
        pressure = next;
    }

    /// Tells which permits came and went since the turn before.
    void report(Turn turn) {
        Map<String, Integer> granted = new TreeMap<>();
        Map<String, Integer> revoked = new TreeMap<>();
        for (Lease lease : shop.leases()) {
            boolean wanted = lease.revokedBy() != null;
            Score.Permit known = before.leases().get(lease.holder());
            boolean isNew = known == null || known.epoch() != lease.epoch();
            String id = Quota.provider(lease);
            if (isNew) granted.merge(id, 1, Integer::sum);
            if (isNew) note("granted", lease.holder(), 1, "");
            if (wanted && (known == null || isNew || !known.revoked())) {
                revoked.merge(id, 1, Integer::sum);
                note("revoked", lease.holder(), 1, reasons.getOrDefault(id, ""));
            }
            permits.put(lease.holder(), new Score.Permit(lease.epoch(), wanted));
        }
        before.leases()
                .forEach((holder, known) -> {
                    Score.Permit present = permits.get(holder);
                    if (present != null && present.epoch() == known.epoch()) return;
                    note(known.revoked() ? "returned" : "released", holder, 1, "");
                });
        granted.forEach((id, count) -> turn.tell(Event.Type.QUOTA_GRANTED, id, count, ""));
        revoked.forEach((id, count) ->
                turn.tell(Event.Type.QUOTA_REVOKED, id, count, reasons.getOrDefault(id, "")));
    }

    private void note(String action, String holder, int count, String reason) {
        long number = before.audits() + audit.size() + 1;
        audit.add(new Object[] {number, now.toString(), action, holder, count, reason});
    }

    boolean changes() {
        return !audit.isEmpty();
    }

    long audits() {
        return before.audits() + audit.size();
    }

    Map<String, Score.Permit> permits() {
        return permits;
    }

    Pressure pressure() {
        return pressure;
    }

    /// Returns when something may change by itself: load, or somebody's patience.
    Instant nextLook(Map<String, Score.Part> parts) {
        boolean active = parts.values().stream().anyMatch(part -> part.state().isActive());
        if (!active) return Instant.MAX;
        Instant tick = now.plus(TICK);
        Instant change = Allocation.nextChange(claims, now, shop.options().patience()).orElse(tick);
        return change.isBefore(tick) ? change : tick;
    }

    void write(Transaction tx) {
        tx.updateAll(
                "insert into permit_audit (number, at, action, holder, count, reason)"
                        + " values (?, ?, ?, ?, ?, ?)",
                audit);
    }

    /// What people and the lifecycle of the whole say about the pool.
    record PoolOrder(int total, boolean isFrozen, boolean isDraining) {}
}
