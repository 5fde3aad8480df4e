package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.engine.control.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// With `--json` at any position, every answer and every error is JSON.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JsonTest {
    private Terminal terminal;
    private String id;

    @BeforeAll
    void leaveRuns(@TempDir Path home) throws InterruptedException {
        id = Reviews.leave(home).waiting().toString();
        terminal = new Terminal(home);
    }

    @Test
    void everyAnswer() {
        String[] lines = {
            "runs",
            "runs --machine none",
            "runs pause --live",
            "runs pause --machine none",
            "run show ID",
            "run history ID",
            "run history ID --after 99",
            "run history ID --last 2",
            "run why ID",
            "run pause ID",
            "run resume ID",
            "run fork ID --from publish",
            "machines",
            "diagram review",
            "diagram review --format svg",
            "queues",
            "queues set desk --concurrency 2",
            "queues pause desk",
            "queues resize desk 2",
            "pools",
            "budgets",
            "schedules",
            "schedules pause nightly",
            "check",
            "verify",
            "report",
            "report --all",
            "top",
            "sql select*from(runs)",
        };
        for (String line : lines) {
            Terminal.Answer answer = run(line);
            assertThat(answer.err()).as(line).isEmpty();
            assertThat(answer.code()).as(line).isZero();
            assertJson(line, answer.out());
        }
    }

    @Test
    void everyError() {
        String[] lines = {
            "rnus",
            "runs --limit x",
            "runs --status sleeping",
            "runs --nope",
            "runs cancel",
            "run",
            "run show",
            "run show 0000000000001",
            "run retry ID",
            "run goto ID nowhere",
            "run fork ID",
            "run fork ID --from publish --input {x",
            "diagram nope",
            "diagram review --format png",
            "queues set desk",
            "queues resize nope 1",
            "schedules pause nope",
            "check --jar no.jar --class x",
            "sql delete",
            "bench nope",
            "demo",
            "verify extra",
            "top --nope",
        };
        for (String line : lines) {
            Terminal.Answer answer = run(line);
            assertThat(answer.out()).as(line).isEmpty();
            assertJson(line, answer.err());
            assertThat(answer.err())
                    .as(line)
                    .startsWith("{\"error\":\"")
                    .contains("\"code\":%d}".formatted(answer.code()));
            assertThat(answer.code()).as(line).isBetween(ExitCode.USAGE, ExitCode.STORE);
        }
    }

    private Terminal.Answer run(String line) {
        List<String> words = new ArrayList<>(List.of(line.replace("ID", id).split(" ", -1)));
        words.add("--json");
        return terminal.run(words.toArray(String[]::new));
    }

    private static void assertJson(String line, String text) {
        assertThatCode(() -> Json.payload(text)).as(line).doesNotThrowAnyException();
    }
}
