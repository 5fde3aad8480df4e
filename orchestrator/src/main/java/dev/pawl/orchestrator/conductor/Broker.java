package dev.pawl.orchestrator.conductor;

import dev.pawl.orchestrator.broker.Allocation;
import dev.pawl.orchestrator.broker.LoadSample;
import dev.pawl.orchestrator.broker.PermitClaim;
import dev.pawl.orchestrator.broker.PermitPlan;
import dev.pawl.orchestrator.broker.PermitTerms;
import dev.pawl.orchestrator.broker.PreemptionDelays;
import dev.pawl.orchestrator.broker.Pressure;
import dev.pawl.orchestrator.broker.Thresholds;
import dev.pawl.orchestrator.conductor.ConductorState.KnownProvider;
import dev.pawl.orchestrator.context.LoadStats;
import dev.pawl.orchestrator.context.OrchestratorContext;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.lifecycle.Signals.QuotaGranted;
import dev.pawl.orchestrator.lifecycle.Signals.QuotaRevoked;
import dev.pawl.orchestrator.provider.TableQuery;
import dev.pawl.orchestrator.tables.PermitRow;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Grants and revokes permits as [Allocation] plans: rows that commit with the conductor's step.
final class Broker {
    private static final PreemptionDelays PREEMPTION =
            new PreemptionDelays(Duration.ofSeconds(1), Duration.ofSeconds(10));
    private static final Thresholds THRESHOLDS = Thresholds.ofDefaults();
    private static final String LATE = "not returned in time";

    private final OrchestratorContext context;
    private final Map<String, KnownProvider> providers;
    private final PoolOrder order;
    private final Instant now;
    private final ConductorState before;
    private final List<Consumer<PermitChanges>> notes = new ArrayList<>();
    private Pressure pressure;

    /// @param providers the providers as the conductor has read them
    Broker(
            OrchestratorContext context,
            Map<String, KnownProvider> providers,
            PoolOrder order,
            ConductorState before) {
        this.context = context;
        this.providers = providers;
        this.order = order;
        this.now = context.host().now();
        this.before = before;
        this.pressure = before.pressure();
        measure();
    }

    /// Signals to providers what is durable: that they have permits, or have lost the last one. A
    /// signal is repeated in each step until its provider has moved.
    void signal(List<PermitRow> stored) {
        PermitChanges current = new PermitChanges(stored, before.audits(), now);
        providers.forEach((id, known) -> {
            PermitRow row = current.row(id);
            RunId run = RunId.parse(known.run());
            if (known.state() == ProviderState.ACQUIRING && row.usable() > 0) {
                context.offer(run, new QuotaGranted(row.usable()));
            }
            if (known.state() == ProviderState.RUNNING && row.held() == 0) {
                context.offer(run, new QuotaRevoked(row.returned(), LATE));
            }
        });
    }

    /// Returns what to change, given the rows. Pure: the rows may have changed when this is
    /// committed, and then it is decided again.
    PermitChanges changes(List<PermitRow> stored) {
        PermitChanges changes = new PermitChanges(stored, before.audits(), now);
        notes.forEach(note -> note.accept(changes));
        for (PermitRow row : stored) {
            String id = row.provider();
            changes.record(row);
            if (!isUsing(id)) changes.take(id, row.held(), "released", "");
            else if (row.isDue(now)) changes.take(id, row.returning(), "taken", LATE);
        }
        if (!order.isFrozen() || order.isDraining()) plan(changes);
        return changes;
    }

    private boolean isUsing(String id) {
        KnownProvider known = providers.get(id);
        return known != null
                && (known.state() == ProviderState.ACQUIRING
                        || known.state() == ProviderState.RUNNING);
    }

    /// A provider that runs without a permit is about to leave, and gets none.
    private List<PermitClaim> claims(PermitChanges changes) {
        List<PermitClaim> claims = new ArrayList<>();
        providers.forEach((id, known) -> {
            PermitRow row = changes.row(id);
            boolean leaves = known.state() == ProviderState.RUNNING && row.held() == 0;
            if (!isUsing(id) || leaves) return;
            PermitTerms terms = context.terms(id);
            claims.add(
                    new PermitClaim(
                            id, terms, terms.max(), row.held(), row.returning(), known.since()));
        });
        return claims;
    }

    private void plan(PermitChanges changes) {
        int capacity = order.isDraining() ? 0 : pressure.capacity();
        PermitPlan plan = Allocation.plan(capacity, claims(changes), now, PREEMPTION);
        String reason = reason(changes.held(), capacity);
        Instant until = now.plus(context.settings().revocation(order.isDraining()));
        plan.revocations().forEach((id, count) -> changes.revoke(id, count, until, reason));
        plan.grants().forEach(changes::grant);
    }

    private String reason(int held, int capacity) {
        if (order.isDraining()) return "the orchestration is draining";
        return held > capacity
                ? "%d permits were held, and there are %d".formatted(held, capacity)
                : "other providers wait";
    }

    /// Adjusts the number of permits to orders of users and to the load.
    private void measure() {
        int total = Math.max(1, order.total());
        if (total != pressure.ceiling()) {
            note("resized", total, "from %d".formatted(pressure.ceiling()));
            pressure = pressure.resized(total);
        }
        if (order.isFrozen()) return;
        context.load().sample(now).ifPresent(this::adjust);
    }

    private void adjust(LoadSample sample) {
        Pressure next = pressure.after(sample, THRESHOLDS);
        int change = next.capacity() - pressure.capacity();
        String reason = pressure.reading(sample, THRESHOLDS).words();
        if (change != 0) note(change < 0 ? "lowered" : "raised", next.capacity(), reason);
        pressure = next;
    }

    private void note(String action, int count, String reason) {
        notes.add(changes -> changes.note(action, "", count, reason));
    }

    Pressure pressure() {
        return pressure;
    }

    /// Returns when the plan may change without an event: by load, because a claim has waited, or
    /// at a deadline.
    Instant nextLook(PermitChanges changes) {
        boolean active = providers.values().stream().anyMatch(each -> each.state().isActive());
        if (!active) return Instant.MAX;
        Instant sample = now.plus(LoadStats.INTERVAL);
        Optional<Instant> change = Allocation.nextChange(claims(changes), now, PREEMPTION);
        return Stream.concat(
                        change.stream(),
                        changes.rows().stream().flatMap(row -> Stream.ofNullable(row.deadline())))
                .filter(now::isBefore)
                .reduce(sample, (one, other) -> one.isBefore(other) ? one : other);
    }

    /// The limits that users and the macro lifecycle set for the pool.
    record PoolOrder(int total, boolean isFrozen, boolean isDraining) {

        /// Reads the pool's limits; an orchestration that drains or has drained grants nothing.
        static PoolOrder read(TableQuery tables, OrchestratorContext context, Optional<Run> macro) {
            boolean draining =
                    macro.isEmpty() || macro.get().state().equals(MacroState.DRAINING.name());
            return tables
                    .query(
                            "select pool_total, frozen from orchestrations where id = ?",
                            row -> new PoolOrder((int) row.number(1), row.number(2) != 0, draining),
                            OrchestratorContext.ID)
                    .stream()
                    .findFirst()
                    .orElse(new PoolOrder(context.settings().permits(), false, draining));
        }
    }
}
