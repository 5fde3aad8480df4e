package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A home has one owner among all processes.
final class SecondOwnerTest {
    @TempDir private Path directory;

    @Test
    void aStoreIsRefusedWhileAnotherProcessOwnsIt() throws Exception {
        Process owner = ChildJvm.start(List.of(), Owner.class, directory);
        try (BufferedReader output = owner.inputReader()) {
            assertThat(output.readLine()).isEqualTo("open");
            for (int time = 0; time < 2; time++) {
                StoreException refused =
                        catchThrowableOfType(
                                StoreException.class, () -> SqliteStore.open(directory).close());
                assertThat(refused.kind()).isEqualTo(Kind.LOCKED);
                assertThat(refused)
                        .hasMessageContaining("the store in " + directory)
                        .hasMessageContaining("in use by process " + owner.pid())
                        .hasMessageContaining("stop it first");
            }
            try (Store reader = SqliteStore.openReadOnly(directory)) {
                assertThat(reader.count(Filter.ALL)).isEqualTo(1);
            }
        } finally {
            ChildJvm.end(owner);
        }
        try (Store store = SqliteStore.open(directory)) {
            assertThat(store.count(Filter.ALL)).isEqualTo(1);
        }
    }

    /// Owns a store until it is killed.
    static final class Owner {
        private Owner() {}

        public static void main(String[] arguments) throws Exception {
            Store store = SqliteStore.open(Path.of(arguments[0]));
            store.commit(SampleRuns.commit(SampleRuns.started(1)));
            System.out.println("open");
            Thread.currentThread().join();
        }
    }
}
