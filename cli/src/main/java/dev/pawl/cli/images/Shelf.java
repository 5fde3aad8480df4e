package dev.pawl.cli.images;

import dev.pawl.cli.shell.Place;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.images.Catalog;
import dev.pawl.images.Image;
import dev.pawl.images.Images;
import dev.pawl.images.Snapshot;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.Volumes;
import dev.pawl.images.volume.thin.ThinPool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/// Where images are kept, and what the store knows of them.
final class Shelf {
    private final Shell shell;

    @Option(
            names = "--files",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description =
                    "Where files and volumes are kept (default: the directory images of the"
                            + " store's).")
    @Nullable Path files;

    @Option(
            names = "--backend",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description =
                    "What volumes are: directory, or devicemapper where `pool create` was called"
                            + " (default: what there is).")
    @Nullable Backend backend;

    Shelf(Shell shell) {
        this.shell = shell;
    }

    Shell shell() {
        return shell;
    }

    /// Sets up what works on images here.
    Images images() throws IOException {
        Optional<Volumes> thin = thin();
        return Images.in(
                home(),
                options -> {
                    options.environment(System.getenv());
                    thin.ifPresent(options::volumes);
                });
    }

    Path home() {
        return files == null ? shell.home().resolve("images") : files;
    }

    /// Returns the directory of the pool, if there is one.
    Path pool() {
        return home().resolve("pool");
    }

    private Optional<Volumes> thin() throws IOException {
        boolean has = ThinPool.isIn(pool());
        if (backend != null && (backend == Backend.DEVICEMAPPER) != has) {
            throw Trouble.usage(
                    has
                            ? "volumes of %s are in a thin pool: --backend is devicemapper"
                                    .formatted(home())
                            : "there is no thin pool in %s: make one with `pawl images pool create`"
                                    .formatted(home()));
        }
        if (!has) return Optional.empty();
        try {
            return Optional.of(ThinPool.open(pool()).volumes());
        } catch (VolumeException e) {
            throw Trouble.refused(String.valueOf(e.getMessage()));
        }
    }

    /// Asks the tables of a store that exists.
    <T> T ask(Function<Catalog, T> question) {
        Place place = shell.place();
        place.require();
        try (Store store = place.reading()) {
            return question.apply(Catalog.of(store));
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.REFUSED) throw e;
            throw Trouble.store(
                    "no image was ever processed in %s: begin with `pawl images process --help`"
                            .formatted(place));
        }
    }

    /// Returns the image that is meant by its id, by how that begins, or by its key.
    static Image image(Catalog catalog, String wanted) {
        List<Image> found =
                catalog.images().stream()
                        .filter(image ->
                                image.imageId().startsWith(wanted)
                                        || image.origin().s3Key().equals(wanted))
                        .toList();
        if (found.size() == 1) return found.getFirst();
        if (found.isEmpty()) {
            throw Trouble.notFound(
                    "no image has the id or key '%s': `pawl images list` shows them all"
                            .formatted(wanted));
        }
        throw Trouble.usage(
                "'%s' is meant by %d images: %s"
                        .formatted(
                                wanted,
                                found.size(),
                                found.stream().map(Image::imageId).limit(5).toList()));
    }

    static Snapshot snapshot(Catalog catalog, String name) {
        return catalog.snapshot(name)
                .orElseThrow(() ->
                        Trouble.notFound(
                                "no snapshot is called '%s': `pawl images snapshots` shows them all"
                                        .formatted(name)));
    }

    /// The words for back ends.
    enum Backend {
        DIRECTORY,
        DEVICEMAPPER
    }
}
