package dev.pawl.feeds.demo;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Store;
import dev.pawl.feeds.Feeds;
import dev.pawl.feeds.FeedsOptions;
import dev.pawl.feeds.SourceKind;
import dev.pawl.feeds.web.PublisherUrls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A demo of the whole system on sample data, with a local publisher that throttles, fails and
/// publishes changes. In about half a minute it shows every state of a source.
///
/// ```java
/// try (FeedsDemo demo = FeedsDemo.open(home, store)) {
///     demo.play(System.out::println);
/// }
/// ```
///
/// The store must be empty. For one thread; other threads may read from [#engine] meanwhile.
public final class FeedsDemo implements AutoCloseable {
    static final int PERMITS = 6;

    private static final int BATCH = 20;
    private static final int RETRIES = 3;
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
    private static final Duration REVOCATION = Duration.ofSeconds(1);

    private static final Map<String, List<String>> PATHS = paths();

    private final Publisher publisher;
    private final Feeds feeds;
    private final Engine engine;

    private FeedsDemo(Publisher publisher, Feeds feeds, Engine engine) {
        this.publisher = publisher;
        this.feeds = feeds;
        this.engine = engine;
    }

    private static Map<String, List<String>> paths() {
        Map<String, List<String>> paths = new LinkedHashMap<>();
        paths.put(
                "cve",
                List.of(Publisher.API, "/cve/nvd-2.0-page.json", "/cve/known-exploited.json"));
        paths.put("cwe", List.of(Publisher.CWE));
        paths.put("capec", List.of(Publisher.CAPEC));
        paths.put("attack", List.of("/attack/enterprise-attack.json", "/attack/ics-attack.json"));
        paths.put("ssg", List.of("/ssg/ssg-rhel8-ds.xml", "/ssg/ssg-firefox-xccdf.xml"));
        paths.put("asvs", List.of("/asvs/asvs-5.0.0.json", "/asvs/asvs-4.0.3.json"));
        paths.put("cce", List.of("/cce/cce.xlsx"));
        return Map.copyOf(paths);
    }

    /// Opens a demo that can be played once.
    ///
    /// @param home a directory for downloads
    /// @param store the store to load into; the engine closes it
    public static FeedsDemo open(Path home, Store store) throws IOException {
        Publisher publisher = Publisher.start();
        try {
            Feeds feeds = Feeds.of(options -> choose(options, home, publisher));
            Engine engine = Engine.open(store, feeds::register);
            feeds.start(engine);
            return new FeedsDemo(publisher, feeds, engine);
        } catch (RuntimeException e) {
            publisher.close();
            throw e;
        }
    }

    private static void choose(FeedsOptions options, Path home, Publisher publisher) {
        Map<String, List<String>> addresses = new LinkedHashMap<>();
        PATHS.forEach((source, paths) ->
                addresses.put(source, paths.stream().map(publisher::url).toList()));
        options.online(home.resolve("web"), PublisherUrls.of(addresses), Map.of())
                .batches(BATCH)
                .orchestration(each -> each.permits(PERMITS).revocation(REVOCATION));
        Stream.of(SourceKind.values())
                .forEach(kind -> options.config(kind, each -> each.retries(RETRIES, RETRY_DELAY)));
    }

    public Engine engine() {
        return engine;
    }

    public Feeds feeds() {
        return feeds;
    }

    /// Plays the demo to its end: all sources are loaded twice.
    public void play(DemoListener listener) throws IOException, InterruptedException {
        new DemoScript(this, publisher, listener).play();
    }

    @Override
    public void close() {
        publisher.close();
        engine.close();
        feeds.close();
    }
}
