package dev.pawl.feeds.demo;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Store;
import dev.pawl.feeds.Feeds;
import dev.pawl.feeds.FeedsOptions;
import dev.pawl.feeds.SourceKind;
import dev.pawl.feeds.web.Addresses;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The whole system on the sample set that ships with it, with a publisher on loopback that
/// throttles, fails and changes: within about half a minute every state of a provider is seen.
///
/// ```java
/// try (Demo demo = Demo.open(home, store)) {
///     demo.play(System.out::println);
/// }
/// ```
///
/// The store is a new one. For one thread; [#engine] may be watched by others meanwhile.
public final class Demo implements AutoCloseable {
    static final int PERMITS = 6;

    private static final int BATCH = 20;
    private static final int RETRIES = 3;
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
    private static final Duration REVOCATION = Duration.ofSeconds(1);

    private static final Map<String, List<String>> PATHS = paths();

    private final Publisher publisher;
    private final Feeds feeds;
    private final Engine engine;

    private Demo(Publisher publisher, Feeds feeds, Engine engine) {
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

    /// Returns a demonstration that can be played once.
    ///
    /// @param home a directory for what is fetched
    /// @param store where the base goes; the engine closes it
    public static Demo open(Path home, Store store) throws IOException {
        Publisher publisher = Publisher.start();
        try {
            Feeds feeds = Feeds.of(options -> choose(options, home, publisher));
            Engine engine = Engine.open(store, feeds::register);
            feeds.begin(engine);
            return new Demo(publisher, feeds, engine);
        } catch (RuntimeException e) {
            publisher.close();
            throw e;
        }
    }

    private static void choose(FeedsOptions options, Path home, Publisher publisher) {
        Map<String, List<String>> addresses = new LinkedHashMap<>();
        PATHS.forEach((source, paths) ->
                addresses.put(source, paths.stream().map(publisher::url).toList()));
        options.online(home.resolve("web"), Addresses.of(addresses), Map.of())
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

    /// Plays to the end, which is when all is loaded twice.
    public void play(Narrator narrator) throws IOException, InterruptedException {
        new Script(this, publisher, narrator).play();
    }

    @Override
    public void close() {
        publisher.close();
        engine.close();
    }
}
