package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.StateName;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;

/// States that are constants of an enum: a misspelled state does not compile.
final class EnumStates {
    enum Publishing {
        CHECK_SPELLING,
        CORRECT,
        PRINT
    }

    record Text(String words) {}

    record Printed(String words, int corrections) {}

    static final Machine<Text, Printed> PUBLISH =
            Machine.named("publish", Text.class, Printed.class)
                    .step(
                            Publishing.CHECK_SPELLING,
                            EnumStates::checkSpelling,
                            s -> s.goesTo(Publishing.PRINT))
                    .step(Publishing.CORRECT, EnumStates::correct)
                    .step(Publishing.PRINT, attempt -> attempt.next())
                    .build();

    static Outcome<Printed> checkSpelling(Attempt<Text, Printed> attempt) {
        String words = attempt.request().words();
        Printed printed = new Printed(words, 0);
        return words.contains("teh")
                ? attempt.next(printed)
                : attempt.goTo(Publishing.PRINT, printed);
    }

    static Outcome<Printed> correct(Attempt<Text, Printed> attempt) {
        String words = attempt.request().words();
        return attempt.next(new Printed(words.replace("teh", "the"), 1));
    }

    static void main(String... args) throws Exception {
        IO.println(StateName.of(Publishing.CHECK_SPELLING));
        try (Engine engine = Engine.open(SqliteStore.open(Scratch.home(args)), PUBLISH)) {
            RunId id = engine.start(PUBLISH.start(new Text("teh end")));
            Run run = Scratch.end(engine, id);
            IO.println(run.response(PUBLISH));
        }
    }
}
