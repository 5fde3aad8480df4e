package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Filter;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class SimEngineTest {
    @Test
    void aCrashWhileTheEngineOpensLeavesItsStoreReadable() {
        AtomicReference<SimEngine> process = new AtomicReference<>();
        SimEngine sim =
                new SimEngine(
                        new SimHost(0),
                        StoreFactory.MEMORY,
                        options -> options.opening((Engine _) -> process.get().crash()));
        process.set(sim);

        assertThatThrownBy(sim::open).isInstanceOf(SimHost.Crashed.class);

        assertThat(sim.isAlive()).isFalse();
        assertThat(sim.store().count(Filter.ALL)).isZero();
    }
}
