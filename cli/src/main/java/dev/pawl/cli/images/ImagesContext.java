package dev.pawl.cli.images;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.StoreLocation;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.images.Images;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Image;
import dev.pawl.images.table.Snapshot;
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

/// The options that all images commands share, and access to images and their tables.
final class ImagesContext {
    private final Shell shell;

    @Option(
            names = "--files",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description =
                    "Directory for files and volumes (default: images in the directory of the"
                            + " store).")
    @Nullable Path files;

    @Option(
            names = "--backend",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description =
                    "Volume backend: directory, or devicemapper after `pool create`"
                            + " (default: the one in use).")
    @Nullable Backend backend;

    ImagesContext(Shell shell) {
        this.shell = shell;
    }

    Shell shell() {
        return shell;
    }

    /// Opens the images system with the options of the command line.
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

    /// Returns where the thin pool is, if there is one.
    Path pool() {
        return home().resolve("pool");
    }

    private Optional<Volumes> thin() throws IOException {
        boolean hasPool = ThinPool.isIn(pool());
        if (backend != null && (backend == Backend.DEVICEMAPPER) != hasPool) {
            throw CommandException.usage(
                    hasPool
                            ? "%s uses a thin pool; use --backend devicemapper, or omit it"
                                    .formatted(home())
                            : "%s has no thin pool; create one with `pawl images pool create`"
                                    .formatted(home()));
        }
        if (!hasPool) return Optional.empty();
        try {
            return Optional.of(ThinPool.open(pool()).volumes());
        } catch (VolumeException e) {
            throw CommandException.refused(String.valueOf(e.getMessage()));
        }
    }

    /// Reads the tables of a store, which must exist.
    <T> T query(Function<Catalog, T> question) {
        StoreLocation location = shell.location();
        location.require();
        try (Store store = location.reading()) {
            return question.apply(Catalog.of(store));
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.REFUSED) throw e;
            throw CommandException.store(
                    "no image was processed in %s yet; start with `pawl images process --help`"
                            .formatted(location));
        }
    }

    /// Returns the image with this id, start of an id, or key.
    static Image image(Catalog catalog, String wanted) {
        List<Image> found =
                catalog.images().stream()
                        .filter(image ->
                                image.imageId().startsWith(wanted)
                                        || image.origin().s3Key().equals(wanted))
                        .toList();
        if (found.size() == 1) return found.getFirst();
        if (found.isEmpty()) {
            throw CommandException.notFound(
                    "no image has the id or key '%s'; `pawl images list` lists them"
                            .formatted(wanted));
        }
        throw CommandException.usage(
                "'%s' matches %d images: %s; use a longer id"
                        .formatted(
                                wanted,
                                found.size(),
                                found.stream().map(Image::imageId).limit(5).toList()));
    }

    static Snapshot snapshot(Catalog catalog, String name) {
        return catalog.snapshot(name)
                .orElseThrow(() ->
                        CommandException.notFound(
                                "there is no snapshot '%s'; `pawl images snapshots` lists them"
                                        .formatted(name)));
    }

    /// The volume backends.
    enum Backend {
        DIRECTORY,
        DEVICEMAPPER
    }
}
