package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.pawl.machine.Body;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Retry;
import dev.pawl.machine.SqlFailed;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import dev.pawl.testkit.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// SQL of a step that can never succeed is retried like a bug, and the error says what is wrong.
final class OwnSqlTest {
    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private static Machine<String, String> machine(String name, Body<String, String> body) {
        return Machine.named(name, String.class, String.class)
                .step("write", body, s -> s.retry(Retry.fixed(50)))
                .build();
    }

    @Test
    void aMissingTableIsNamedInHistoryAndWhyAndNotRetriedLikeATransientError() {
        var writing =
                machine(
                        "writing",
                        a -> a.next("x").writing(tx -> tx.update("delete from no_table_of_mine")));
        var asking =
                machine(
                        "asking",
                        a -> a.next(a.query("select 1 from no_table_of_mine", r -> "").toString()));
        SimEngine sim = SimEngine.of(stores, o -> o.machines(writing, asking));
        assumeThat(sim.store()).isNotInstanceOf(MemoryStore.class);
        for (Machine<String, String> each : List.of(writing, asking)) {
            RunId id = sim.call(e -> e.start(each.start("x")));
            sim.pass(Duration.ofMinutes(5));
            assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.EXHAUSTED);
            List<HistoryEntry> failed =
                    sim.engine().history(id, 0, 100).stream()
                            .filter(entry -> entry.kind() == HistoryEntry.Kind.ATTEMPT_FAILED)
                            .toList();
            assertThat(failed)
                    .hasSize(3)
                    .allSatisfy(entry ->
                            assertThat(entry.detail())
                                    .contains("table 'no_table_of_mine' does not exist"));
            assertThat(sim.call(e -> e.why(id)).text())
                    .contains("declare it with options.tables(new OwnTables(");
        }
        sim.close();
    }

    @Test
    void aPolicyMayNameSuchErrors() {
        var machine =
                Machine.named("writing", String.class, String.class)
                        .step(
                                "write",
                                a -> a.next("x").writing(tx -> tx.update("delete from nowhere")),
                                s -> s.retry(Retry.forever().failOn(SqlFailed.class)))
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(machine));
        assumeThat(sim.store()).isNotInstanceOf(MemoryStore.class);
        RunId id = sim.call(e -> e.start(machine.start("x")));
        sim.settle();
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.FAILED);
        sim.close();
    }
}
