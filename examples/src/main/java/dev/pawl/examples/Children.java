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
import java.util.stream.IntStream;

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
        int sum = attempt.results(COUNT_ONE).responses().stream().mapToInt(Words::number).sum();
        return attempt.next(new Words(sum));
    }

    record CountMany(int files) {}

    record Cursor(int next) {}

    static final Machine<CountMany, Words> COUNT_MANY =
            Machine.named("count-many", CountMany.class, Words.class)
                    .step("split", Children::splitInPortions)
                    .await("gather", w -> w.children(Join.all(), "report"))
                    .step("report", a -> a.next(new Words(a.results(COUNT_ONE).count())))
                    .build();

    static Outcome<Words> splitInPortions(Attempt<CountMany, Words> attempt) {
        int from = attempt.context(Cursor.class).map(Cursor::next).orElse(0);
        int to = Math.min(from + 100, attempt.request().files());
        Start<?>[] portion =
                IntStream.range(from, to)
                        .mapToObj(number -> COUNT_ONE.start(new CountOne("file " + number)))
                        .toArray(Start<?>[]::new);
        boolean isLast = to == attempt.request().files();
        return (isLast ? attempt.next() : attempt.repeatWith(new Cursor(to))).starting(portion);
    }

    static void main(String... args) throws Exception {
        var store = SqliteStore.open(Scratch.home(args));
        try (Engine engine = Engine.open(store, COUNT, COUNT_ONE, COUNT_MANY)) {
            RunId id = engine.start(COUNT.start(new Count(List.of("one", "three", "seven"))));
            IO.println("the sum is " + engine.await(COUNT, id, Scratch.SOON).number());
            IO.println(engine.run(id).data().family());
            RunId many = engine.start(COUNT_MANY.start(new CountMany(250)));
            IO.println(engine.await(COUNT_MANY, many, Scratch.SOON).number() + " children");
        }
    }
}
