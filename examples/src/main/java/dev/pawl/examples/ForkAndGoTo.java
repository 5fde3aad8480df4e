package dev.pawl.examples;

import dev.pawl.engine.Command;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Operators;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Retry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.time.Duration;

/// An operator can move a live run to a state. An ended run is final; a fork runs it again.
final class ForkAndGoTo {
    record Import(String file) {}

    record Imported(String text) {}

    static final Machine<Import, Imported> IMPORT =
            Machine.named("import", Import.class, Imported.class)
                    .step("read", a -> a.next(new Imported("read " + a.request().file())))
                    .step("parse", ForkAndGoTo::parse, s -> s.retry(retry()))
                    .step("store", ForkAndGoTo::store)
                    .build();

    static Outcome<Imported> parse(Attempt<Import, Imported> attempt) throws IOException {
        if (attempt.request().file().endsWith(".txt")) throw new IOException("not a table");
        return attempt.next();
    }

    static Outcome<Imported> store(Attempt<Import, Imported> attempt) {
        String before = attempt.response().orElseThrow().text();
        return attempt.next(new Imported(before + ", stored " + attempt.request().file()));
    }

    static void main(String... args) throws Exception {
        try (Engine engine = Engine.open(SqliteStore.open(Scratch.home(args)), IMPORT)) {
            Operators operators = engine.operators();
            var ana = new Operators.By("ana", "the file is fine");

            RunId sent = engine.start(IMPORT.start(new Import("a.txt")));
            Scratch.until(engine, sent, RunStatus.BACKING_OFF);
            operators.order(sent, new Command.GoTo("store"), ana);
            IO.println("moved: " + engine.await(IMPORT, sent, Scratch.SOON).text());

            RunId failed = engine.start(IMPORT.start(new Import("b.txt")));
            Scratch.until(engine, failed, RunStatus.BACKING_OFF);
            operators.order(failed, new Command.Cancel(), ana);
            Run end = Scratch.end(engine, failed);
            var other = IMPORT.fork(failed, "parse").request(new Import("b.csv"));
            RunId fork = operators.fork(other, ana);
            IO.println("forked: " + engine.await(IMPORT, fork, Scratch.SOON).text());
            IO.println("the first stays " + end.status());
        }
    }

    private static Retry retry() {
        return Retry.fixed(5, Duration.ofMinutes(1));
    }
}
