package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Command;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Operators;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A step's own SQL is committed with its outcome, and only if the outcome is recorded.
@Timeout(60)
final class OutcomeSqlTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir private Path directory;

    @Test
    void anOutcomeThatComesAfterACancellationWritesNothing() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        Machine<String, String> machine =
                Machine.named("stubborn", String.class, String.class)
                        .step("work", attempt -> stubborn(attempt, started))
                        .build();
        try (Engine engine = Engine.open(SqliteStore.open(directory), machine)) {
            RunId id = engine.start(machine.start("x"));
            started.await();
            engine.operators().order(id, new Command.Cancel(), new Operators.By("ana", "test"));

            assertThat(engine.awaitEnd(id, SOON).orElseThrow().status())
                    .isEqualTo(RunStatus.CANCELLED);
        }
        String tables = "select count(*) from sqlite_master where name = 'written'";
        assertThat(SqliteStore.rows(directory, tables).rows()).hasToString("[[0]]");
    }

    private static Outcome<String> stubborn(
            Attempt<String, String> attempt, CountDownLatch started) {
        started.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            // It was asked to stop, and returns an outcome all the same.
        }
        return attempt.next("done").writing(tx -> tx.update("create table written (a text)"));
    }
}
