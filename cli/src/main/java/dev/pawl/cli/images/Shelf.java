package dev.pawl.cli.images;

import dev.pawl.cli.shell.Place;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.images.Catalog;
import java.nio.file.Path;
import java.util.function.Function;

/// Where images are kept, and what the store knows of them.
final class Shelf {
    private Shelf() {}

    /// Returns the directory of files and volumes.
    static Path home(Shell shell) {
        return shell.home().resolve("images");
    }

    /// Asks the tables of a store that exists.
    static <T> T ask(Shell shell, Function<Catalog, T> question) {
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
}
