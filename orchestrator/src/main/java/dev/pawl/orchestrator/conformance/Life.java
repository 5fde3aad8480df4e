package dev.pawl.orchestrator.conformance;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Signal;
import dev.pawl.engine.store.StoreException;
import dev.pawl.orchestrator.Orchestrator;
import dev.pawl.orchestrator.Order;
import dev.pawl.orchestrator.ProviderEnd;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One life of a process that runs one provider, on a store that may have seen others.
final class Life implements AutoCloseable {
    static final Duration LONGEST = Duration.ofMinutes(10);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
    private static final String WHO = "conformance";

    private final Subject subject;
    private final Staged staged;
    private final Mortal store;
    private final Orchestrator orchestrator;
    private final Engine engine;

    private Life(Subject subject, Staged staged, Mortal store, Plan plan) {
        this.subject = subject;
        this.staged = staged;
        this.store = store;
        this.orchestrator =
                Orchestrator.of(
                        List.of(staged.provider(plan.batchSize(), plan.permits())),
                        options -> options.host(subject.host()).permits(plan.permits()));
        this.engine =
                Engine.open(
                        store,
                        options -> {
                            orchestrator.register(options);
                            options.host(subject.host()).drain(Duration.ZERO);
                            subject.tables().forEach(options::tables);
                        });
    }

    static Life open(Subject subject, Plan plan) {
        Staged staged = new Staged(subject.make(), subject.host());
        Mortal store =
                new Mortal(subject.stores().open(plan.store()), plan.death(), staged::takeWritten);
        return new Life(subject, staged, store, plan);
    }

    Staged staged() {
        return staged;
    }

    /// Begins, or goes on where the last life ended.
    void begin() {
        orchestrator.begin(engine);
    }

    /// Gives an order and waits until it is carried out.
    void order(Order.Verb verb, boolean full) throws InterruptedException {
        Order wanted = new Order(verb, List.of(staged.id()), 0, full, WHO, "");
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

    /// Waits for the end of the cycle, or of a time that is long enough.
    void settle() throws InterruptedException {
        boolean settled = orchestrator.await(engine, LONGEST);
        if (!settled) {
            throw new IllegalStateException(
                    "waited %s for the end, found it %s".formatted(LONGEST, stats().state()));
        }
    }

    /// Waits for a reading that halts; returns false if the cycle ends before.
    boolean awaitHalt() throws InterruptedException {
        Instant until = end();
        while (!staged.awaitHalt(soon())) {
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
        return subject.host().now().plus(LOOK_AGAIN);
    }

    private Instant end() {
        return subject.host().now().plus(LONGEST);
    }

    private void requireBefore(Instant until, String what) {
        if (subject.host().now().isBefore(until)) return;
        throw new IllegalStateException(
                "waited %s for %s, found it %s".formatted(LONGEST, what, stats().state()));
    }

    /// Lets the life go on; returns what came of it, or empty if it was cut off by its death.
    Optional<Result> outlive(Living living) throws InterruptedException {
        try {
            return Optional.of(living.go());
        } catch (StoreException | Refused.Closed e) {
            if (store.isDead()) return Optional.empty();
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
        return orchestrator.board(engine).providers().getFirst();
    }

    @Override
    public void close() {
        try {
            engine.close();
        } catch (StoreException e) {
            // A dead process does not say good-bye.
            if (!store.isDead()) throw e;
        } finally {
            orchestrator.close();
        }
    }

    /// How a provider is run.
    record Plan(String store, Mortal.Death death, int batchSize, int permits) {}

    /// What came of a cycle.
    record Result(String end, ProviderStats.Counts counts, List<?> items) {}

    /// What is done in a life.
    interface Living {
        Result go() throws InterruptedException;
    }
}
