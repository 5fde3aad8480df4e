package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.ChildPolicy;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Start;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.util.List;

/// A run starts children with an outcome, waits for them and reads their results.
final class Children {
    record Count(List<String> files) {}

    record CountOne(String file) {}

    record Words(int number) {}

    static final Machine<CountOne, Words> COUNT_ONE =
            Machine.named("count-one", CountOne.class, Words.class)
                    .step("count", a -> a.next(new Words(a.request().file().length())))
                    .build();

    static final Machine<Count, Words> COUNT =
            Machine.named("count", Count.class, Words.class)
                    .step("split", Children::split)
                    .await("gather", w -> w.children(Join.all(), "sum"))
                    .step("sum", Children::sum)
                    .children(ChildPolicy.CANCEL)
                    .build();

    static Outcome<Words> split(Attempt<Count, Words> attempt) {
        Start<?>[] children =
                attempt.request().files().stream()
                        .map(file -> COUNT_ONE.start(new CountOne(file)))
                        .toArray(Start<?>[]::new);
        return attempt.next().starting(children);
    }

    static Outcome<Words> sum(Attempt<Count, Words> attempt) {
        int sum =
                attempt.children().stream()
                        .flatMap(child -> attempt.result(child, COUNT_ONE).stream())
                        .mapToInt(Words::number)
                        .sum();
        return attempt.next(new Words(sum));
    }

    static void main(String... args) throws Exception {
        try (Engine engine = Engine.open(SqliteStore.open(Scratch.home(args)), COUNT, COUNT_ONE)) {
            RunId id = engine.start(COUNT.start(new Count(List.of("one", "three", "seven"))));
            IO.println("the sum is " + engine.await(COUNT, id, Scratch.SOON).number());
            IO.println(engine.run(id).data().family());
        }
    }
}
