package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Retry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;

/// The state's policy decides whether an error is retried, and when.
final class Retries {
    record Fetch(String url) {}

    record Page(String text) {}

    static final Retry POLICY =
            Retry.fixed(4, Duration.ofMillis(20))
                    .jitter()
                    .within(Duration.ofMinutes(5))
                    .failOn(FileNotFoundException.class);

    static final Machine<Fetch, Page> FETCH =
            Machine.named("fetch", Fetch.class, Page.class)
                    .step("get", Retries::get, s -> s.retry(POLICY))
                    .build();

    static Outcome<Page> get(Attempt<Fetch, Page> attempt) throws IOException {
        String url = attempt.request().url();
        return switch (url) {
            case "gone" -> throw new FileNotFoundException(url);
            case "broken" -> throw new IOException("connection reset");
            case "busy" ->
                    attempt.number() == 1
                            ? attempt.retryAfter(Duration.ofMillis(50), "the server is busy")
                            : attempt.next(new Page("after a wait"));
            default -> {
                if (attempt.number() < 3) throw new IOException("connection reset");
                yield attempt.next(new Page("at attempt " + attempt.number()));
            }
        };
    }

    static void main(String... args) throws Exception {
        try (Engine engine = Engine.open(SqliteStore.open(Scratch.home(args)), FETCH)) {
            for (String url : new String[] {"flaky", "busy", "gone", "broken"}) {
                RunId id = engine.start(FETCH.start(new Fetch(url)));
                Run run = Scratch.end(engine, id);
                Object result =
                        run.status() == RunStatus.COMPLETED
                                ? run.response(FETCH)
                                : run.failure().orElseThrow();
                IO.println("%s: %s, %s".formatted(url, run.status(), result));
            }
        }
    }
}
