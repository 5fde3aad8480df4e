package dev.pawl.feeds;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Happening;
import dev.pawl.engine.store.Store;
import dev.pawl.orchestrator.Order;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// The process of [FullDiskTest]: it loads the samples into a store whose file system is filled in
/// the middle of that, and says what it sees.
final class FullDiskChild {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /// Asks for items without their history or their words.
    private static final String HALF =
            "select urn from feed_items where number not in (select rowid from feed_words)"
                    + " or urn not in (select urn from feed_changes)";

    private final Path documents;
    private final Path ballast;
    private final CountDownLatch troubled = new CountDownLatch(1);

    private FullDiskChild(Path documents, Path ballast) {
        this.documents = documents;
        this.ballast = ballast;
    }

    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]);
        new FullDiskChild(Path.of(arguments[1]), home.resolve("ballast"))
                .run(home.resolve("store"));
    }

    private void run(Path home) throws Exception {
        Feeds feeds =
                Feeds.of(options ->
                        options.from(documents).batches(3).from(SourceKind.CWE, _ -> filling()));
        try (Store store = SqliteStore.open(home);
                Engine engine =
                        Engine.open(
                                store,
                                options -> {
                                    feeds.register(options);
                                    options.listener(this::heard);
                                })) {
            feeds.begin(engine);
            engine.start(feeds.orchestrator().order(Order.start(false, "me", List.of())));
            troubled.await();
            Contents full = Contents.of(engine::query, feeds.orchestrator().board(engine));
            IO.println("end of cwe while full: " + full.parts().get("end of cwe"));
            IO.println("half-written while full: " + engine.query(HALF, row -> row.text(1)));
            Files.delete(ballast);
            boolean over = feeds.orchestrator().await(engine, PATIENCE);
            IO.println("over " + over);
            say(Contents.of(engine::query, feeds.orchestrator().board(engine)));
            IO.println("faults " + store.verify());
        }
        feeds.close();
    }

    /// Says what the base has, on one line each.
    private static void say(Contents contents) {
        contents.parts()
                .forEach((what, value) -> IO.println("at the end: %s: %s".formatted(what, value)));
    }

    /// Gives the documents when there is no room any more.
    private Path filling() throws IOException {
        byte[] block = new byte[4_096];
        try (OutputStream out = Files.newOutputStream(ballast)) {
            while (true) out.write(block);
        } catch (IOException e) {
            IO.println("filled: " + e.getMessage());
        }
        return documents;
    }

    private void heard(Happening happening) {
        if (happening instanceof Happening.StoreTroubled(String problem)) {
            IO.println("troubled: " + problem);
            troubled.countDown();
        }
        if (happening instanceof Happening.StoreRecovered) IO.println("recovered");
    }
}
