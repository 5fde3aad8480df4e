package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The demo shows what it promises.
class DemoTest {
    @Test
    void aKilledPipelineFinishesWithEveryEffectExactlyOnce(@TempDir Path directory) {
        Terminal terminal = new Terminal(directory.resolve("demo"));

        Terminal.Answer answer = terminal.run("demo");

        assertThat(answer.err()).isEmpty();
        assertThat(answer.out())
                .contains("kill -9")
                .contains("the previous process crashed")
                .containsPattern("notify +12 +1[2-9] +12 +exactly once")
                .contains("no effect was lost or repeated");
        assertThat(answer.code()).isZero();
        assertThat(terminal.run("runs", "--status", "completed", "--limit", "50").out().lines())
                .hasSize(13);
    }
}
