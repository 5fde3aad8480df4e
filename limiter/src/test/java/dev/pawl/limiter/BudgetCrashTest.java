package dev.pawl.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.limiter.budget.BudgetSettings;
import dev.pawl.limiter.budget.Throttling;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFactory;
import dev.pawl.testkit.StoreFaults;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A process that dies on either side of every durable write of its limiter.
@Timeout(120)
final class BudgetCrashTest {
    private static final BudgetSettings FORTY =
            BudgetSettings.of("b", 40, Duration.ofSeconds(30)).inFlight(3, Duration.ofSeconds(10));

    private final List<Instant> requests = new ArrayList<>();

    @Test
    void isWithinItsBudgetWhereverTheProcessDies() {
        long writes = run(StoreFaults.NONE);
        assertThat(requests).hasSizeGreaterThan(45);
        assertThat(writes).isGreaterThan(10);
        for (long n = 1; n <= writes; n++) {
            for (boolean after : new boolean[] {false, true}) {
                requests.clear();
                run(n, after);
                assertThat(requests).as("killed at %d, %s", n, after).hasSizeGreaterThan(45);
                for (int i = 40; i < requests.size(); i++) {
                    assertThat(Duration.between(requests.get(i - 40), requests.get(i)))
                            .as("killed at %d, %s: request %d", n, after, i)
                            .isGreaterThanOrEqualTo(FORTY.window());
                }
            }
        }
    }

    private void run(long number, boolean after) {
        SimNode[] node = new SimNode[1];
        Runnable death = () -> node[0].sim().crash();
        StoreFaults fault =
                after
                        ? StoreFaults.afterCommit(number, death)
                        : StoreFaults.beforeCommit(number, death);
        node[0] = SimNode.stopped(new SimHost(0), StoreFactory.MEMORY, "n");
        long _ = run(node[0], fault);
    }

    private long run(StoreFaults faults) {
        return run(SimNode.stopped(new SimHost(0), StoreFactory.MEMORY, "n"), faults);
    }

    private long run(SimNode node, StoreFaults faults) {
        node.sim().faults(faults);
        Instant end = node.now().plusSeconds(90);
        long writes = 0;
        while (node.now().isBefore(end)) {
            try {
                if (!node.sim().isAlive()) node.sim().open();
                use(node, end);
                writes = node.sim().writes();
            } catch (SimHost.Crashed _) {
                node.sim().faults(StoreFaults.NONE);
            }
        }
        node.sim().crash();
        return writes;
    }

    private void use(SimNode node, Instant end) {
        int count = 0;
        while (node.now().isBefore(end)) {
            switch (node.ask(FORTY, "caller")) {
                case BudgetAnswer.Granted(var permit) -> {
                    requests.add(permit.at());
                    node.sim().pass(Duration.ofMillis(400));
                    permit.succeeded();
                    if (++count == 20) {
                        node.throttled(permit, new Throttling(Duration.ofSeconds(1), "429"));
                    }
                    node.end(permit);
                }
                case BudgetAnswer.Later(var until, var _) ->
                        node.sim().pass(Duration.between(node.now(), until));
            }
        }
    }
}
