package dev.pawl.orchestrator.conductor;

import static dev.pawl.orchestrator.lifecycle.MacroState.BOOTSTRAPPING;
import static dev.pawl.orchestrator.lifecycle.MacroState.DRAINING;
import static dev.pawl.orchestrator.lifecycle.MacroState.ORCHESTRATING;
import static dev.pawl.orchestrator.lifecycle.MacroState.STABILIZING;

import dev.pawl.engine.Signal;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Uniqueness;
import dev.pawl.orchestrator.context.OrchestratorContext;
import dev.pawl.orchestrator.context.OrchestratorSettings;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.Signals.AllCompleted;
import dev.pawl.orchestrator.lifecycle.Signals.Drain;
import dev.pawl.orchestrator.lifecycle.Signals.FirstStarted;
import dev.pawl.orchestrator.lifecycle.Signals.Restarted;
import dev.pawl.orchestrator.tables.PermitRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The macro lifecycle as a machine. The [Conductor] moves it as providers start and end; users
/// drain it.
public final class MacroMachine {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    private final OrchestratorContext context;

    public MacroMachine(OrchestratorContext context) {
        this.context = context;
    }

    public Machine<MacroRequest, MacroEnd> machine() {
        return Machine.named(MacroState.MACHINE, MacroRequest.class, MacroEnd.class)
                .await(
                        BOOTSTRAPPING.name(),
                        w ->
                                w.on(FirstStarted.class, ORCHESTRATING.name())
                                        .on(Drain.class, DRAINING.name()))
                .await(
                        ORCHESTRATING.name(),
                        w ->
                                w.on(AllCompleted.class, STABILIZING.name())
                                        .on(Drain.class, DRAINING.name()))
                .await(
                        STABILIZING.name(),
                        w ->
                                w.on(Restarted.class, ORCHESTRATING.name())
                                        .on(Drain.class, DRAINING.name()))
                .step(
                        DRAINING.name(),
                        this::drain,
                        s ->
                                s.recovery(
                                        Recovery.repeatBody()
                                                .persists("that it drains")
                                                .note("waits again until all permits are back")))
                .end(MacroState.END)
                .unique(Uniqueness.ATTACH)
                .build();
    }

    /// Waits until the permits that the conductor revokes are returned or taken. A provider that
    /// still runs without a permit is stopped by the conductor, and waited for without a limit: a
    /// drained orchestration does nothing. After the deadline, permits that the conductor has not
    /// recorded end with this state.
    private Outcome<MacroEnd> drain(Attempt<MacroRequest, MacroEnd> a) throws InterruptedException {
        Instant deadline = a.now().plus(OrchestratorSettings.DRAIN);
        while (true) {
            List<PermitRow> permits = PermitRow.all(a::query);
            int held = permits.stream().mapToInt(PermitRow::held).sum();
            long running = context.runningProviders();
            boolean isOver = !context.host().now().isBefore(deadline);
            if (running == 0 && (isOver || permits.isEmpty())) break;
            a.report("waits for %d permits and %d providers".formatted(held, running));
            context.host().await(new Signal(), context.host().now().plus(POLL_INTERVAL));
        }
        String by = a.event(Drain.class).map(Drain::by).orElse(null);
        return a.next(new MacroEnd("drained", by, taken(a)))
                .writing(tx -> tx.update("delete from provider_permits"));
    }

    private static int taken(Attempt<MacroRequest, MacroEnd> a) {
        String sql =
                "select coalesce(sum(count), 0) from permit_audit where action = 'taken'"
                        + " and at >= ?";
        return a.query(sql, row -> (int) row.number(1), a.now().toString()).getFirst();
    }

    /// The request of the run: the id of the orchestration.
    public record MacroRequest(String id) {}

    /// How an orchestration ended.
    public record MacroEnd(String how, @Nullable String by, int permitsTakenBack) {}
}
