package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Subscription;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.machine.Machine;
import dev.pawl.run.HistoryEntry;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// Follows the history of all runs. A reader that keeps its position misses nothing and sees
/// nothing twice.
final class FeedFollow {
    record Greet(String name) {}

    record Greeting(String text) {}

    static final Machine<Greet, Greeting> GREET =
            Machine.named("greet", Greet.class, Greeting.class)
                    .step("greet", a -> a.next(new Greeting("hello " + a.request().name())))
                    .build();

    static void main(String... args) throws Exception {
        Path home = Scratch.home(args);
        long position;
        try (Engine engine = Engine.open(SqliteStore.open(home), GREET)) {
            engine.start(GREET.start(new Greet("ana")));
            position = follow(engine, 0);
        }
        try (Engine engine = Engine.open(SqliteStore.open(home), GREET)) {
            engine.start(GREET.start(new Greet("ben")));
            IO.println("after a restart, from the saved position:");
            follow(engine, position);
        }
    }

    /// Prints entries until a run has ended, and returns the position to continue from.
    private static long follow(Engine engine, long position) throws InterruptedException {
        try (Subscription feed = engine.feed(GREET, position)) {
            while (true) {
                List<LoggedEntry> entries = feed.next(Instant.now().plusSeconds(10));
                for (LoggedEntry one : entries) {
                    IO.println(one.machine() + " " + one.entry().kind());
                }
                boolean ended =
                        entries.stream().anyMatch(n -> n.entry().kind() == HistoryEntry.Kind.ENDED);
                if (ended || entries.isEmpty()) return feed.position();
            }
        }
    }
}
