package dev.pawl.store;

import dev.pawl.engine.store.Store;
import dev.pawl.testkit.contract.StoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteStoreTest extends StoreContract {
    @TempDir private Path directory;

    private Path home;
    private int crashes;

    @Override
    protected Store open() {
        home = directory.resolve("home");
        return SqliteStore.open(home);
    }

    @Override
    protected Store reopen(Store store) {
        store.close();
        return SqliteStore.open(home);
    }

    /// Continues with a copy of the files as they are at this moment.
    @Override
    protected Store crash(Store store) {
        home = Copies.copy((SqliteStore) store, directory.resolve("crash-" + ++crashes));
        store.close();
        return SqliteStore.open(home);
    }
}
