package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The demo plays to its end.
@Timeout(240)
class ClassesDemoTest {
    @Test
    void aClassRisesBreaksHealsAfterAKillScalesAndLeavesNothing(@TempDir Path home) {
        Terminal.Answer answer = new Terminal(home).run("classes", "demo");
        assertThat(answer.code()).as(answer.out() + answer.err()).isZero();
        assertThat(answer.out())
                .contains("Rise:", "Break:", "kill -9 ", "(exit code 137)", "Heal", "Scale:")
                .containsPattern("shop is degraded: CrashLoop: Pod shop-\\S+ restart count=\\d+")
                .contains("shop is gone", "Converged: the class left nothing behind")
                .contains("the Deployment of another team is untouched");
    }
}
