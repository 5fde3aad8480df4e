package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Feed;
import dev.pawl.engine.store.Logged;
import dev.pawl.machine.Machine;
import dev.pawl.run.HistoryEntry;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// Follows what happens to all runs; who keeps the position misses nothing and sees nothing twice.
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
            IO.println("after a restart, from the position that was kept:");
            follow(engine, position);
        }
    }

    /// Prints entries until a run has ended, and returns the position to go on from.
    private static long follow(Engine engine, long position) throws InterruptedException {
        try (Feed feed = engine.feed(GREET, position)) {
            while (true) {
                List<Logged> news = feed.next(Instant.now().plusSeconds(10));
                for (Logged one : news) IO.println(one.machine() + " " + one.entry().kind());
                boolean ended =
                        news.stream().anyMatch(n -> n.entry().kind() == HistoryEntry.Kind.ENDED);
                if (ended || news.isEmpty()) return feed.position();
            }
        }
    }
}
