package dev.pawl.limiter;

import dev.pawl.engine.EngineOptions;
import dev.pawl.limiter.budget.BudgetSettings;
import dev.pawl.limiter.budget.BudgetStatus;
import dev.pawl.limiter.budget.Throttling;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFactory;
import java.time.Instant;
import java.util.Optional;

/// A node with a limiter in virtual time, which can crash and restart.
final class SimNode implements AutoCloseable {
    private final SimHost host;
    private final String name;
    private final SimEngine sim;
    private Limiter limiter;

    private SimNode(SimHost host, StoreFactory stores, String name) {
        this.host = host;
        this.name = name;
        this.limiter = new Limiter(host);
        this.sim = new SimEngine(host, stores, this::register);
    }

    /// Starts a node.
    static SimNode of(SimHost host, StoreFactory stores, String name) {
        SimNode node = stopped(host, stores, name);
        node.sim.open();
        return node;
    }

    static SimNode stopped(SimHost host, StoreFactory stores, String name) {
        return new SimNode(host, stores, name);
    }

    /// Each process has its own limiter, so nothing is remembered in memory.
    private void register(EngineOptions options) {
        limiter = new Limiter(host);
        limiter.register(options);
        options.node(name);
    }

    SimEngine sim() {
        return sim;
    }

    Instant now() {
        return host.now();
    }

    SimHost host() {
        return host;
    }

    Limiter limiter() {
        return limiter;
    }

    BudgetAnswer ask(BudgetSettings settings, String who) {
        RequestBudget budget = limiter.budget(settings);
        return host.call(() -> budget.ask(who));
    }

    /// Returns whether a request is allowed now.
    boolean may(BudgetSettings settings, String who) {
        return ask(settings, who) instanceof BudgetAnswer.Granted;
    }

    BudgetAnswer.Later refused(BudgetSettings settings, String who) {
        return (BudgetAnswer.Later) ask(settings, who);
    }

    RequestPermit granted(BudgetSettings settings, String who) {
        return ((BudgetAnswer.Granted) ask(settings, who)).permit();
    }

    Optional<RequestPermit> acquire(BudgetSettings settings, String who, Instant atMost)
            throws InterruptedException {
        RequestBudget budget = limiter.budget(settings);
        return host.call(() -> budget.acquire(who, atMost));
    }

    void throttled(RequestPermit permit, Throttling throttling) {
        host.call(() -> permit.throttled(throttling));
    }

    void end(RequestPermit permit) {
        host.call(permit::close);
    }

    BudgetStatus status() {
        return Limiter.statuses(sim.store(), host.now()).getFirst();
    }

    void restart() {
        sim.crash();
        sim.open();
    }

    @Override
    public void close() {
        sim.close();
    }
}
