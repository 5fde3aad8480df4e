package dev.pawl.diamonds.canonical;

import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// Consolidation in a SQLite file.
final class SqliteConsolidationTest extends ConsolidationContract {
    @TempDir private Path directory;

    @Override
    StoneStore open() {
        return new StoneStore(SqliteStore.open(directory));
    }

    @Override
    void refuse(String id) {
        stones.write(tx ->
                tx.update(
                        "create trigger refuse before insert on diamond_stones when"
                                + " new.stone_id = '%s' begin select raise(abort,".formatted(id)
                                + " 'refused by the test'); end"));
    }
}
