package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Retry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.time.Duration;

/// A timeout limits one attempt, a deadline the whole run.
final class Timeout {
    record Call(String host) {}

    record Answer(String text) {}

    static final Machine<Call, Answer> CALL =
            Machine.named("call", Call.class, Answer.class)
                    .step(
                            "dial",
                            Timeout::dial,
                            s ->
                                    s.timeout(Duration.ofMillis(50))
                                            .retry(Retry.fixed(2, Duration.ofMillis(10))))
                    .build();

    static Outcome<Answer> dial(Attempt<Call, Answer> attempt) throws InterruptedException {
        // There is no answer. The engine interrupts this thread after the timeout.
        Thread.sleep(Duration.ofMinutes(1));
        return attempt.next(new Answer("never"));
    }

    static void main(String... args) throws Exception {
        try (Engine engine = Engine.open(SqliteStore.open(Scratch.home(args)), CALL)) {
            RunId slow = engine.start(CALL.start(new Call("slow")));
            Run run = Scratch.end(engine, slow);
            IO.println("%s: %s".formatted(run.status(), run.failure().orElseThrow()));

            RunId late = engine.start(CALL.start(new Call("slow")).deadline(Duration.ofMillis(30)));
            IO.println(Scratch.end(engine, late).status() + " by its deadline");
        }
    }
}
