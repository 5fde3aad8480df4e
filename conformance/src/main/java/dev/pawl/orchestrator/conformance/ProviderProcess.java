package dev.pawl.orchestrator.conformance;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Signal;
import dev.pawl.engine.store.StoreException;
import dev.pawl.orchestrator.Orchestrator;
import dev.pawl.orchestrator.Order;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.lifecycle.ProviderEnd;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.FaultyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A simulated process that runs one provider, on a store that earlier ones may have used.
final class ProviderProcess implements AutoCloseable {
    static final Duration LONGEST = Duration.ofMinutes(10);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);
    private static final String WHO = "conformance";

    private final CheckedProvider subject;
    private final InstrumentedProvider instrumented;
    private final BatchCrash crash;
    private final Orchestrator orchestrator;
    private final Engine engine;

    private ProviderProcess(
            CheckedProvider subject,
            InstrumentedProvider instrumented,
            BatchCrash crash,
            Plan plan) {
        this.subject = subject;
        this.instrumented = instrumented;
        this.crash = crash;
        this.orchestrator =
                Orchestrator.of(
                        List.of(instrumented.provider(plan.batchSize(), plan.permits())),
                        options -> options.host(subject.host()).permits(plan.permits()));
        this.engine =
                Engine.open(
                        new FaultyStore(subject.stores().open(plan.store()), crash),
                        options -> {
                            orchestrator.register(options);
                            options.host(subject.host()).drain(Duration.ZERO);
                            subject.tables().forEach(options::tables);
                        });
    }

    static ProviderProcess open(CheckedProvider subject, Plan plan) {
        BatchCrash crash = new BatchCrash(plan.crash());
        InstrumentedProvider instrumented =
                new InstrumentedProvider(subject.make(), subject.host(), crash);
        return new ProviderProcess(subject, instrumented, crash, plan);
    }

    InstrumentedProvider instrumented() {
        return instrumented;
    }

    /// Starts, or resumes where the previous process ended.
    void start() {
        orchestrator.start(engine);
    }

    /// Gives an order and waits until it is carried out.
    void order(Order.Verb verb, boolean full) throws InterruptedException {
        Order wanted = Order.of(verb, List.of(instrumented.id())).full(full).by(WHO);
        Run run =
                engine.awaitEnd(engine.start(orchestrator.order(wanted)), LONGEST)
                        .orElseThrow(() -> new IllegalStateException(verb + " takes too long"));
        if (run.status() != RunStatus.COMPLETED) {
            throw new IllegalStateException(
                    "%s was refused: %s".formatted(verb, run.condition().ending()));
        }
    }

    /// Starts a cycle and waits for the end of it.
    void cycle(boolean full) throws InterruptedException {
        order(Order.Verb.START, full);
        settle();
    }

    /// Waits for the end of the cycle; fails if that takes too long.
    void settle() throws InterruptedException {
        boolean settled = orchestrator.await(engine, LONGEST);
        if (!settled) {
            throw new IllegalStateException(
                    "expected the end of the cycle within %s, found state %s"
                            .formatted(LONGEST, stats().state()));
        }
    }

    /// Waits until a reading halts; returns false if the cycle ends before.
    boolean awaitHalt() throws InterruptedException {
        Instant until = end();
        while (!instrumented.awaitHalt(soon())) {
            if (stats().state() == ProviderState.TERMINATED) return false;
            requireBefore(until, "a reading");
        }
        return true;
    }

    void awaitState(ProviderState state) throws InterruptedException {
        Instant until = end();
        while (stats().state() != state) {
            requireBefore(until, state.name());
            boolean raised = subject.host().await(new Signal(), soon());
            assert !raised;
        }
    }

    private Instant soon() {
        return subject.host().now().plus(POLL_INTERVAL);
    }

    private Instant end() {
        return subject.host().now().plus(LONGEST);
    }

    private void requireBefore(Instant until, String what) {
        if (subject.host().now().isBefore(until)) return;
        throw new IllegalStateException(
                "expected %2$s within %1$s, found state %3$s"
                        .formatted(LONGEST, what, stats().state()));
    }

    /// Does the work; returns its result, or empty if the process crashed.
    Optional<Result> untilCrash(Work work) throws InterruptedException {
        try {
            return Optional.of(work.run());
        } catch (StoreException | Refused.Closed e) {
            if (crash.hasHappened()) return Optional.empty();
            throw e;
        }
    }

    Result result() {
        ProviderStats.Row row = stats().row();
        boolean completed = ProviderEnd.Cause.COMPLETED.name().equals(row.cause());
        String end = completed ? "COMPLETED" : "%s: %s".formatted(row.cause(), row.detail());
        return new Result(end, row.counts(), subject.items().apply(engine::query));
    }

    private ProviderStats stats() {
        return orchestrator.view(engine).providers().getFirst();
    }

    @Override
    public void close() {
        try {
            engine.close();
        } catch (StoreException e) {
            // A crashed process does not close its store.
            if (!crash.hasHappened()) throw e;
        } finally {
            orchestrator.close();
        }
    }

    /// How a provider is run.
    record Plan(String store, BatchCrash.Point crash, int batchSize, int permits) {}

    /// The result of a cycle.
    record Result(String end, ProviderStats.Counts counts, List<?> items) {}

    /// What a process does.
    interface Work {
        Result run() throws InterruptedException;
    }
}
