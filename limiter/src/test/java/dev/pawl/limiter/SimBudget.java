package dev.pawl.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Refused;
import dev.pawl.engine.Signal;
import dev.pawl.limiter.budget.BudgetSettings;
import dev.pawl.limiter.budget.Throttling;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFactory;
import dev.pawl.testkit.memory.MemoryDisk;
import dev.pawl.testkit.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Nodes that use up one budget, and the server that counts their requests.
final class SimBudget {
    private static final int WINDOWS = 6;

    private final SimHost time;
    private final SplittableRandom dice;
    private final BudgetSettings settings;
    private final List<SimNode> nodes = new ArrayList<>();
    private final List<Instant> requests = new ArrayList<>();
    private final Map<SimNode, Integer> inFlight = new HashMap<>();
    private int crashes;

    SimBudget(long seed) {
        dice = new SplittableRandom(seed);
        time = new SimHost(seed);
        Duration window = Duration.ofMillis(dice.nextInt(500, 60_000));
        BudgetSettings open = BudgetSettings.of("b", dice.nextInt(1, 80), window);
        settings =
                dice.nextBoolean()
                        ? open
                        : open.inFlight(dice.nextInt(1, 6), Duration.ofSeconds(5));
        MemoryDisk disk = MemoryDisk.shared(() -> Instant.EPOCH);
        StoreFactory stores = BudgetContract.of(() -> MemoryStore.on(disk));
        int count = dice.nextInt(1, 4);
        for (int i = 0; i < count; i++) {
            nodes.add(SimNode.stopped(time.peer("n" + i), stores, "n" + i));
        }
    }

    SimBudget withCrashes() {
        crashes = 20;
        return this;
    }

    /// Returns how many requests the budget allows in the time of the simulation.
    long most() {
        return (long) WINDOWS * settings.requests();
    }

    /// Simulates, and returns the number of requests.
    long simulate() {
        Instant end = time.now().plus(settings.window().multipliedBy(WINDOWS));
        nodes.forEach(this::open);
        while (time.now().isBefore(end)) {
            time.runFor(settings.window().dividedBy(dice.nextInt(3, 30)));
            SimNode node = nodes.get(dice.nextInt(nodes.size()));
            if (dice.nextInt(100) >= crashes) continue;
            inFlight.put(node, 0);
            node.sim().crash();
            open(node);
        }
        nodes.forEach(node -> node.sim().crash());
        requireWithinBudget();
        return requests.size();
    }

    private void open(SimNode node) {
        node.sim().open();
        inFlight.put(node, 0);
        RequestBudget budget = node.limiter().budget(settings);
        int callers = dice.nextInt(1, 8);
        for (int i = 0; i < callers; i++) {
            String who = "caller-" + i;
            var _ = node.host().start(who, () -> call(node, budget, who));
        }
    }

    private void call(SimNode node, RequestBudget budget, String who) {
        try {
            while (true) request(node, budget, who);
        } catch (InterruptedException | Refused.Closed _) {
            // The node is closed.
        }
    }

    private void request(SimNode node, RequestBudget budget, String who)
            throws InterruptedException {
        try (RequestPermit permit = budget.acquire(who, Instant.MAX).orElseThrow()) {
            requests.add(permit.at());
            inFlight.merge(node, 1, Integer::sum);
            requireFewInFlight();
            int most = crashes == 0 ? 10 : 3_000;
            Instant over = node.now().plusMillis(dice.nextInt(most) + 1L);
            var _ = node.host().await(new Signal(), over);
            if (crashes > 0 && dice.nextInt(100) == 0) {
                permit.throttled(new Throttling(Duration.ofMillis(dice.nextInt(5_000)), "429"));
            } else {
                permit.succeeded();
            }
            inFlight.merge(node, -1, Integer::sum);
        }
    }

    private void requireFewInFlight() {
        if (settings.inFlight() == BudgetSettings.ANY) return;
        assertThat(inFlight.values().stream().mapToInt(Integer::intValue).sum())
                .isLessThanOrEqualTo(settings.inFlight());
    }

    private void requireWithinBudget() {
        int size = settings.requests();
        for (int i = size; i < requests.size(); i++) {
            assertThat(Duration.between(requests.get(i - size), requests.get(i)))
                    .as("request %d of %s", i, settings)
                    .isGreaterThanOrEqualTo(settings.window());
        }
    }
}
