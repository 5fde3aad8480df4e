package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.time.Duration;

/// A wait ends with an event or with its timer, whichever comes first.
final class WaitForApproval {
    record Draft(String title) {}

    record Result(String text) {}

    record Approved(String by) {}

    record Rejected(String reason) {}

    static final Machine<Draft, Result> PUBLISH =
            Machine.named("publish", Draft.class, Result.class)
                    .step("ask", attempt -> attempt.next())
                    .await(
                            "approval",
                            w ->
                                    w.on(Approved.class, "publish")
                                            .on(Rejected.class, "discard")
                                            .after(Duration.ofMillis(200), "discard"))
                    .step("publish", WaitForApproval::publish)
                    .end("published")
                    .step("discard", WaitForApproval::discard)
                    .end("discarded")
                    .build();

    static Outcome<Result> publish(Attempt<Draft, Result> attempt) {
        String by = attempt.event(Approved.class).orElseThrow().by();
        return attempt.next(new Result("published with the consent of " + by));
    }

    static Outcome<Result> discard(Attempt<Draft, Result> attempt) {
        String why = attempt.event(Rejected.class).map(Rejected::reason).orElse("no answer came");
        return attempt.next(new Result("discarded: " + why));
    }

    static void main(String... args) throws Exception {
        try (Engine engine = Engine.open(SqliteStore.open(Scratch.home(args)), PUBLISH)) {
            RunId good = engine.start(PUBLISH.start(new Draft("news")));
            RunId bad = engine.start(PUBLISH.start(new Draft("rumour")));
            RunId forgotten = engine.start(PUBLISH.start(new Draft("novel")));
            engine.send(good, new Approved("ana"));
            engine.send(bad, new Rejected("not true"));
            for (RunId id : new RunId[] {good, bad, forgotten}) {
                Run run = Scratch.end(engine, id);
                IO.println(run.state() + ", " + run.response(PUBLISH).text());
            }
        }
    }
}
