package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;

/// A step can go back to a state that it declared, a limited number of times.
final class GoBack {
    record Download(String file, int goodCopy) {}

    record Copy(int number) {}

    static final Machine<Download, Copy> DOWNLOAD =
            Machine.named("download", Download.class, Copy.class)
                    .step("fetch", GoBack::fetch)
                    .step("verify", GoBack::verify, s -> s.goesTo("fetch", 3))
                    .build();

    static Outcome<Copy> fetch(Attempt<Download, Copy> attempt) {
        int before = attempt.response().map(Copy::number).orElse(0);
        return attempt.next(new Copy(before + 1));
    }

    static Outcome<Copy> verify(Attempt<Download, Copy> attempt) {
        boolean good = attempt.response().orElseThrow().number() == attempt.request().goodCopy();
        return good ? attempt.next() : attempt.goTo("fetch");
    }

    static void main(String... args) throws Exception {
        try (Engine engine = Engine.open(SqliteStore.open(Scratch.home(args)), DOWNLOAD)) {
            RunId second = engine.start(DOWNLOAD.start(new Download("a.iso", 2)));
            IO.println("good at " + engine.await(DOWNLOAD, second, Scratch.SOON));

            RunId never = engine.start(DOWNLOAD.start(new Download("b.iso", 99)));
            Run run = Scratch.end(engine, never);
            IO.println("%s: %s".formatted(run.status(), run.failure().orElseThrow()));
            IO.println(DOWNLOAD.mermaid());
        }
    }
}
