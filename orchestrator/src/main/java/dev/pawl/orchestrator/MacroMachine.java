package dev.pawl.orchestrator;

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
import dev.pawl.orchestrator.lifecycle.Signals.AllCompleted;
import dev.pawl.orchestrator.lifecycle.Signals.Drain;
import dev.pawl.orchestrator.lifecycle.Signals.FirstStarted;
import dev.pawl.orchestrator.lifecycle.Signals.Restarted;
import java.time.Duration;
import java.time.Instant;

/// The lifecycle of the whole as a machine. The [Conductor] moves it by what providers do, people
/// by asking it to drain.
final class MacroMachine {
    static final String NAME = "macro";
    static final String END = "DRAINED";

    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private final Workshop shop;

    MacroMachine(Workshop shop) {
        this.shop = shop;
    }

    Machine<MacroRequest, MacroEnd> machine() {
        return Machine.named(NAME, MacroRequest.class, MacroEnd.class)
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
                                        Recovery.retry()
                                                .persists("that it drains")
                                                .note("waits again for permits to come back")))
                .end(END)
                .unique(Uniqueness.ATTACH)
                .build();
    }

    /// Waits until all permits have come back, which the conductor asks for, and takes back those
    /// that have not in time. Who works without a permit is told to stop by the conductor, and is
    /// waited for however long it takes: what is drained does nothing more.
    private Outcome<MacroEnd> drain(Attempt<MacroRequest, MacroEnd> a) throws InterruptedException {
        Instant deadline = a.now().plus(shop.options().drain());
        int late = 0;
        while (true) {
            int out = shop.permitsOut();
            long busy = shop.atWork();
            boolean over = !shop.host().now().isBefore(deadline);
            if (out == 0 && busy == 0 && (over || shop.score(a::query).leases().isEmpty())) break;
            if (over) {
                late += out;
                shop.takeBackAll();
            }
            a.report("waits for %d permits and %d providers".formatted(out, busy));
            shop.host().await(new Signal(), shop.host().now().plus(LOOK_AGAIN));
        }
        String by = a.event(Drain.class).map(Drain::by).orElse("");
        return a.next(new MacroEnd("drained", by, late));
    }

    /// What an orchestration is started with.
    record MacroRequest(String id) {}

    /// How it ended.
    record MacroEnd(String how, String by, int permitsTakenBack) {}
}
