package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.engine.RealHost;
import dev.pawl.limiter.Limiter;
import dev.pawl.limiter.RequestBudget;
import dev.pawl.limiter.RequestPermit;
import dev.pawl.limiter.budget.BudgetSettings;
import dev.pawl.store.Pawl;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `pawl budgets` shows the budgets in a store, with an engine and without one.
final class BudgetsTest {
    @TempDir private Path home;

    @Test
    void listsWhatIsLeftOfEachBudget() throws Exception {
        String open = afterOneRequest(() -> new Terminal(home).ok("budgets"));
        assertThat(open).contains("budget nvd: ", " of 50 requests in PT1H left").contains("node ");
        assertThat(new Terminal(home).ok("budgets")).contains("budget nvd: ");
        assertThat(new Terminal(home).ok("budgets", "--json"))
                .contains("\"name\" : \"nvd\"", "\"requests\" : 50", "\"left\" : ");
    }

    @Test
    void reportsThatThereAreNone() {
        Pawl.open(home, options -> {}).close();
        assertThat(new Terminal(home).ok("budgets")).isEqualTo("No budgets.\n");
        assertThat(new Terminal(home).ok("budgets", "--json").strip()).isEqualTo("[ ]");
    }

    @Test
    void needsAStore() {
        Terminal.Answer answer = new Terminal(home).run("budgets");
        assertThat(answer.code()).isEqualTo(ExitCode.STORE);
        assertThat(answer.err()).contains("no store in " + home);
    }

    private <T> T afterOneRequest(Callable<T> question) throws Exception {
        RealHost host = new RealHost();
        Limiter limiter = new Limiter(host);
        try (Pawl _ = Pawl.open(home, limiter::register)) {
            RequestBudget nvd = limiter.budget(BudgetSettings.of("nvd", 50, Duration.ofHours(1)));
            Instant deadline = host.now().plusSeconds(10);
            try (RequestPermit permit = nvd.acquire("test", deadline).orElseThrow()) {
                permit.succeeded();
            }
            return question.call();
        }
    }
}
