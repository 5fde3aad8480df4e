package dev.pawl.feeds.web;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.cve.FeedMeta;
import dev.pawl.feeds.load.Supply;
import dev.pawl.orchestrator.limit.Trouble;
import dev.pawl.orchestrator.provider.Gate;
import dev.pawl.orchestrator.provider.Opening;
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

/// The documents at some addresses, kept in a directory and brought up to date at each cycle.
///
/// A crash leaves whole documents, and parts that are continued. A feed of NVD is fetched if the
/// digest in the small file beside it is another, and must have that digest.
final class WebSupply implements Supply {
    /// The statuses with which NVD asks to be left alone, besides the usual ones.
    public static final Set<Integer> THROTTLING_OF_NVD = Set.of(403);

    private static final Pattern NVD_FEED = Pattern.compile("(.*/nvdcve-[^/]+)\\.json\\.(gz|zip)");

    private final Web web;
    private final Path directory;
    private final List<URI> addresses;
    private final Set<Integer> throttling;

    /// Makes a supply that keeps its documents below `directory`, which nobody else uses.
    ///
    /// @param throttling statuses with which the server asks to be left alone, besides 429 and 503
    WebSupply(Web web, Path directory, List<URI> addresses, Set<Integer> throttling) {
        this.web = web;
        this.directory = directory;
        this.addresses = List.copyOf(addresses);
        this.throttling = Set.copyOf(throttling);
    }

    @Override
    public Path fetch(Opening opening) throws SourceException, IOException, InterruptedException {
        Round round = Round.of(Spot.known(directory), opening, web.now());
        Set<Path> wanted = new HashSet<>();
        for (URI address : addresses) {
            Spot spot = Spot.of(directory, address);
            Optional<Spot> meta = meta(address);
            wanted.add(spot.file());
            meta.ifPresent(each -> wanted.add(each.file()));
            if (!round.isDue(spot)) continue;
            if (meta.isPresent()) fetchFeed(spot, meta.get(), opening.gate());
            else download(spot, opening.gate());
            round.asked(spot);
        }
        sweep(wanted);
        round.end();
        return Spot.files(directory);
    }

    private void download(Spot spot, Gate gate)
            throws SourceException, IOException, InterruptedException {
        new Download(web, gate, throttling, spot).run();
    }

    /// Returns where the small file beside a feed of NVD is.
    private Optional<Spot> meta(URI address) {
        Matcher feed = NVD_FEED.matcher(address.toString());
        if (!feed.matches()) return Optional.empty();
        return Optional.of(Spot.of(directory, URI.create(feed.group(1) + ".meta")));
    }

    /// What does not fit together may have been published between the two requests: then both are
    /// fetched once more, whatever is known of them.
    private void fetchFeed(Spot feed, Spot meta, Gate gate)
            throws SourceException, IOException, InterruptedException {
        download(meta, gate);
        Optional<Facts> known = feed.read();
        if (known.isPresent() && mismatch(feed).isEmpty()) {
            known.get().asked(web.now()).write(feed.facts());
            return;
        }
        download(feed, gate);
        if (mismatch(feed).isEmpty()) return;
        meta.forget();
        feed.forget();
        download(meta, gate);
        download(feed, gate);
        Optional<BadDocument> still = mismatch(feed);
        if (still.isEmpty()) return;
        feed.forget();
        throw new SourceException(
                Trouble.SCHEMA,
                "%s, fetched twice: %s; ask its publisher"
                        .formatted(feed.address(), still.get().getMessage()),
                still.get());
    }

    private static Optional<BadDocument> mismatch(Spot feed) throws IOException {
        try {
            Optional<FeedMeta> meta = FeedMeta.beside(feed.file());
            if (meta.isPresent()) meta.get().require(Document.of(feed.file()).getFirst());
            return Optional.empty();
        } catch (BadDocument e) {
            return Optional.of(e);
        }
    }

    /// Deletes documents of addresses that are no longer asked.
    private void sweep(Set<Path> wanted) throws IOException {
        try (Stream<Path> all = Files.walk(Spot.files(directory))) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                if (!wanted.contains(each)) Files.delete(each);
            }
        }
    }
}
