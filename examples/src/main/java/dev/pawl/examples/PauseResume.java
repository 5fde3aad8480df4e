package dev.pawl.examples;

import dev.pawl.engine.Command;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Operators;
import dev.pawl.engine.store.Filter;
import dev.pawl.machine.Machine;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.time.Duration;

/// Operators change one run or all runs that match, after a preview of the changes.
final class PauseResume {
    record Tick(int number) {}

    record Tock(int number) {}

    static final Machine<Tick, Tock> TICK =
            Machine.named("tick", Tick.class, Tock.class)
                    .await("later", w -> w.after(Duration.ofMillis(300), "tock"))
                    .step("tock", a -> a.next(new Tock(a.request().number())))
                    .build();

    static void main(String... args) throws Exception {
        try (Engine engine = Engine.open(SqliteStore.open(Scratch.home(args)), TICK)) {
            RunId first = engine.start(TICK.start(new Tick(1)));
            RunId second = engine.start(TICK.start(new Tick(2)));
            Operators operators = engine.operators();
            var ana = new Operators.By("ana", "maintenance");
            Filter waiting = Filter.ALL.machine("tick").live();

            operators
                    .preview(waiting, new Command.Pause())
                    .forEach(plan ->
                            IO.println("would go %s to %s".formatted(plan.from(), plan.to())));
            operators.orderAll(waiting, new Command.Pause(), ana);
            IO.println(engine.why(first).causes().getFirst().text());

            operators.orderAll(waiting, new Command.Resume(), ana);
            IO.println(engine.await(TICK, first, Scratch.SOON));
            IO.println(engine.await(TICK, second, Scratch.SOON));
        }
    }
}
