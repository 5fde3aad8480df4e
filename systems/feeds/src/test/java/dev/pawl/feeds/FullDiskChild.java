package dev.pawl.feeds;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.store.Store;
import dev.pawl.orchestrator.Order;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/// The child process of [FullDiskTest]: loads the samples while its file system fills up, and
/// prints what it sees.
final class FullDiskChild {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    /// Finds items without their history or their search index.
    private static final String HALF =
            "select urn from feed_items where number not in (select rowid from feed_words)"
                    + " or urn not in (select urn from feed_changes)";

    private final Path documents;
    private final Path ballast;
    private final CountDownLatch storeFailed = new CountDownLatch(1);

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
                        options.from(documents).batches(3).from(SourceKind.CWE, _ -> fillDisk()));
        try (Store store = SqliteStore.open(home);
                Engine engine =
                        Engine.open(
                                store,
                                options -> {
                                    feeds.register(options);
                                    options.listener(this::onEvent);
                                })) {
            feeds.start(engine);
            engine.start(feeds.orchestrator().order(Order.start().by("me")));
            storeFailed.await();
            DatabaseContents full =
                    DatabaseContents.of(engine::query, feeds.orchestrator().view(engine));
            IO.println("end of cwe while full: " + full.parts().get("end of cwe"));
            IO.println("half-written while full: " + engine.query(HALF, row -> row.text(1)));
            Files.delete(ballast);
            boolean ended = feeds.orchestrator().await(engine, TIMEOUT);
            IO.println("ended " + ended);
            print(DatabaseContents.of(engine::query, feeds.orchestrator().view(engine)));
            IO.println("faults " + store.verify());
        }
        feeds.close();
    }

    /// Prints the contents of the database, one line per part.
    private static void print(DatabaseContents contents) {
        contents.parts()
                .forEach((what, value) -> IO.println("at the end: %s: %s".formatted(what, value)));
    }

    /// Returns the documents once the disk is full.
    private Path fillDisk() throws IOException {
        byte[] block = new byte[4_096];
        try (OutputStream out = Files.newOutputStream(ballast)) {
            while (true) out.write(block);
        } catch (IOException e) {
            IO.println("filled: " + e.getMessage());
        }
        return documents;
    }

    private void onEvent(EngineEvent event) {
        if (event instanceof EngineEvent.StoreUnavailable(String problem)) {
            IO.println("failed: " + problem);
            storeFailed.countDown();
        }
        if (event instanceof EngineEvent.StoreRecovered) IO.println("recovered");
    }
}
