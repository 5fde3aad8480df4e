package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;

/// A step can complete the run early, abort it or fail it.
final class FinishEarly {
    record Pull(String image) {}

    record Image(String path) {}

    static final Machine<Pull, Image> PULL =
            Machine.named("pull", Pull.class, Image.class)
                    .step("look", FinishEarly::look, s -> s.finishes())
                    .step("download", a -> a.next(new Image("/new/" + a.request().image())))
                    .build();

    static Outcome<Image> look(Attempt<Pull, Image> attempt) {
        String image = attempt.request().image();
        return switch (image) {
            case "known" -> attempt.finish(new Image("/cache/known"));
            case "forbidden" -> attempt.abort("not on the list of allowed images");
            case "damaged" -> attempt.fail("its manifest cannot be read");
            default -> attempt.next();
        };
    }

    static void main(String... args) throws Exception {
        try (Engine engine = Engine.open(SqliteStore.open(Scratch.home(args)), PULL)) {
            for (String image : new String[] {"known", "fresh", "forbidden", "damaged"}) {
                RunId id = engine.start(PULL.start(new Pull(image)));
                IO.println(image + ": " + engine.why(Scratch.end(engine, id).id()).text());
            }
        }
    }
}
