package dev.pawl.feeds.web;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.cve.FeedMeta;
import dev.pawl.feeds.load.DocumentSupply;
import dev.pawl.orchestrator.limit.FailureKind;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.RequestGate;
import dev.pawl.orchestrator.provider.SourceException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The documents at some URLs, cached in a directory and brought up to date in each cycle.
///
/// A crash leaves complete documents, and parts that are resumed. A feed of NVD is fetched if the
/// digest in its `.meta` file has changed, and must have that digest.
final class WebSupply implements DocumentSupply {
    /// The statuses with which NVD throttles, besides the usual ones.
    static final Set<Integer> THROTTLING_OF_NVD = Set.of(403);

    private static final Pattern NVD_FEED = Pattern.compile("(.*/nvdcve-[^/]+)\\.json\\.(gz|zip)");

    private final WebClient client;
    private final Path directory;
    private final List<URI> addresses;
    private final Set<Integer> throttling;

    /// @param directory where the documents are cached; nothing else uses it
    /// @param throttling statuses that mean throttling at this server, besides 429 and 503
    WebSupply(WebClient client, Path directory, List<URI> addresses, Set<Integer> throttling) {
        this.client = client;
        this.directory = directory;
        this.addresses = List.copyOf(addresses);
        this.throttling = Set.copyOf(throttling);
    }

    @Override
    public Path fetch(ReadOptions options)
            throws SourceException, IOException, InterruptedException {
        UpdateRound round = UpdateRound.of(CacheEntry.known(directory), options, client.now());
        RequestGate gate = options.gate();
        Set<Path> wanted = new HashSet<>();
        for (URI address : addresses) {
            CacheEntry entry = CacheEntry.of(directory, address);
            Optional<CacheEntry> meta = meta(address);
            wanted.add(entry.file());
            meta.ifPresent(each -> wanted.add(each.file()));
            if (!round.isDue(entry)) continue;
            if (meta.isPresent()) fetchFeed(entry, meta.get(), gate);
            else update(entry, gate);
            round.asked(entry);
        }
        deleteAllBut(wanted);
        round.end();
        return CacheEntry.files(directory);
    }

    private void update(CacheEntry entry, RequestGate gate)
            throws SourceException, InterruptedException {
        new DocumentUpdate(client, gate, throttling, entry).run();
    }

    /// Returns the `.meta` file of a feed of NVD.
    private Optional<CacheEntry> meta(URI address) {
        Matcher feed = NVD_FEED.matcher(address.toString());
        if (!feed.matches()) return Optional.empty();
        return Optional.of(CacheEntry.of(directory, URI.create(feed.group(1) + ".meta")));
    }

    /// If the two do not match, a new edition may have been published between the two requests:
    /// then both are fetched once more, unconditionally.
    private void fetchFeed(CacheEntry feed, CacheEntry meta, RequestGate gate)
            throws SourceException, IOException, InterruptedException {
        update(meta, gate);
        Optional<DocumentFacts> known = feed.read();
        if (known.isPresent() && mismatch(feed).isEmpty()) {
            known.get().asked(client.now()).write(feed.facts());
            return;
        }
        update(feed, gate);
        if (mismatch(feed).isEmpty()) return;
        meta.forget();
        feed.forget();
        update(meta, gate);
        update(feed, gate);
        Optional<BadDocument> still = mismatch(feed);
        if (still.isEmpty()) return;
        feed.forget();
        throw new SourceException(
                FailureKind.SCHEMA,
                "%s, fetched twice: %s; report it to the publisher"
                        .formatted(feed.address(), still.get().getMessage()),
                still.get());
    }

    private static Optional<BadDocument> mismatch(CacheEntry feed) throws IOException {
        try {
            Optional<FeedMeta> meta = FeedMeta.beside(feed.file());
            if (meta.isPresent()) meta.get().require(Document.of(feed.file()).getFirst());
            return Optional.empty();
        } catch (BadDocument e) {
            return Optional.of(e);
        }
    }

    /// Deletes the documents of URLs that are no longer configured.
    private void deleteAllBut(Set<Path> wanted) throws IOException {
        try (Stream<Path> all = Files.walk(CacheEntry.files(directory))) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                if (!wanted.contains(each)) Files.delete(each);
            }
        }
    }
}
