package dev.pawl.store;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import java.nio.file.Files;
import java.nio.file.Path;

/// The child processes of [DiskTest]; they print what was durable and what was refused.
final class DiskChild {
    private static final Payload LARGE = Payload.of("x".repeat(32_768));
    private static final int COMMITS_MAX = 5_000;

    private DiskChild() {}

    /// Commits until a commit is refused, and once more.
    static final class Filling {
        private Filling() {}

        public static void main(String[] arguments) {
            Store store = SqliteStore.open(Path.of(arguments[0]));
            long last = fill(store);
            commit(store, last + 1);
        }
    }

    /// Commits before a sync fails, while it does, and after that.
    static final class Syncing {
        private Syncing() {}

        public static void main(String[] arguments) throws Exception {
            Store store = SqliteStore.open(Path.of(arguments[0]));
            for (long id = 1; id <= 20; id++) commit(store, id);
            Path mark = Path.of(arguments[1]);
            Files.createFile(mark);
            commit(store, 21);
            Files.delete(mark);
            commit(store, 22);
        }
    }

    /// Fills a small file system, enlarges it, and continues.
    static final class Recovering {
        private Recovering() {}

        public static void main(String[] arguments) throws Exception {
            Path home = Path.of(arguments[0]);
            long last;
            try (Store store = SqliteStore.open(home)) {
                last = fill(store);
                commit(store, last);
                mount("remount,size=128m", home);
                commit(store, last);
                requireSound(store, last);
            }
            try (Store store = SqliteStore.open(home)) {
                requireSound(store, last);
            }
            System.out.println("sound");
        }
    }

    /// Opens a store that cannot be written, and again when it can.
    static final class Remounting {
        private Remounting() {}

        public static void main(String[] arguments) throws Exception {
            Path home = Path.of(arguments[0]);
            try {
                SqliteStore.open(home).close();
            } catch (StoreException e) {
                refused(e);
            }
            mount("remount,bind,rw", home);
            try (Store store = SqliteStore.open(home)) {
                commit(store, 2);
                requireSound(store, 2);
            }
        }
    }

    /// Commits runs until one is refused, and returns its id.
    private static long fill(Store store) {
        for (long id = 1; id < COMMITS_MAX; id++) if (!commit(store, id)) return id;
        throw new IllegalStateException("nothing was refused");
    }

    private static boolean commit(Store store, long id) {
        Run run = SampleRuns.started(id);
        try {
            store.commit(SampleRuns.commit(run.with(run.data().withResponse(LARGE))));
        } catch (StoreException e) {
            refused(e);
            return false;
        }
        System.out.println("durable " + run.id());
        return true;
    }

    private static void refused(StoreException e) {
        System.out.println("refused " + e.kind() + ": " + e.getMessage());
    }

    private static void requireSound(Store store, long count) {
        if (store.count(Filter.ALL) != count || !store.verify().isEmpty()) {
            throw new IllegalStateException(
                    "expected %d runs, found %d; %s"
                            .formatted(count, store.count(Filter.ALL), store.verify()));
        }
    }

    private static void mount(String options, Path home) throws Exception {
        Process mount =
                new ProcessBuilder("mount", "-o", options, home.toString()).inheritIO().start();
        if (mount.waitFor() != 0) throw new IllegalStateException("mount -o " + options);
    }
}
