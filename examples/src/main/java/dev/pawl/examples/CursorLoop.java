package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.util.List;

/// A step that repeats its state with a cursor: each page is recorded before the next one.
final class CursorLoop {
    private static final List<Integer> PAGES = List.of(10, 20, 30, 7);

    record Load(String source) {}

    record Loaded(int rows) {}

    record Cursor(int page, int rows) {}

    static final Machine<Load, Loaded> LOAD =
            Machine.named("load", Load.class, Loaded.class)
                    .step("pages", CursorLoop::nextPage)
                    .build();

    static Outcome<Loaded> nextPage(Attempt<Load, Loaded> attempt) {
        Cursor cursor = attempt.context(Cursor.class).orElse(new Cursor(0, 0));
        if (cursor.page() == PAGES.size()) return attempt.next(new Loaded(cursor.rows()));
        int rows = PAGES.get(cursor.page());
        return attempt.repeatWith(new Cursor(cursor.page() + 1, cursor.rows() + rows));
    }

    static void main(String... args) throws Exception {
        try (Engine engine = Engine.open(SqliteStore.open(Scratch.home(args)), LOAD)) {
            RunId id = engine.start(LOAD.start(new Load("inventory")));
            IO.println(engine.await(LOAD, id, Scratch.SOON));
            engine.history(id, 0, 100)
                    .forEach(entry -> IO.println("%d %s".formatted(entry.seq(), entry.kind())));
        }
    }
}
