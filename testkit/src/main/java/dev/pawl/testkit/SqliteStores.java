package dev.pawl.testkit;

import dev.pawl.engine.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Stores in SQLite files, for machines whose steps write with SQL.
///
/// The crash matrix of such a machine is one line: `CrashMatrix.of(PAY, order)
/// .on(SqliteStores.of(SqliteStore::open)).check()`. Each store has a temporary directory, which
/// [#discard] or the exit of the JVM deletes. Any thread may call.
public final class SqliteStores implements SqlStores {
    private final Function<Path, Store> opening;
    private final Map<Store, Path> homes = new ConcurrentHashMap<>();
    private final Set<String> tablesOfTheStore = ConcurrentHashMap.newKeySet();

    private SqliteStores(Function<Path, Store> opening) {
        this.opening = opening;
    }

    /// Returns stores that `opening` opens in the directory that it gets: `SqliteStore::open`.
    public static SqliteStores of(Function<Path, Store> opening) {
        SqliteStores stores = new SqliteStores(opening);
        Runtime.getRuntime().addShutdownHook(new Thread(stores::deleteAll));
        return stores;
    }

    @Override
    public Store open() {
        try {
            Store store = opened(Files.createTempDirectory("pawl-stores-"));
            tablesOfTheStore.addAll(tables(store::query));
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Store reopen(Store before) {
        Path home = homes.get(before);
        if (home == null) {
            throw new IllegalArgumentException(
                    "expected an open store of this factory, found " + before);
        }
        before.close();
        homes.remove(before);
        return opened(home);
    }

    @Override
    public void discard(Store store) {
        store.close();
        Path home = homes.remove(store);
        if (home != null) delete(home);
    }

    @Override
    public SortedMap<String, List<String>> written(Query query) {
        SortedMap<String, List<String>> written = new TreeMap<>();
        for (String table : tables(query)) {
            if (!tablesOfTheStore.contains(table)) written.put(table, rows(query, table));
        }
        return written;
    }

    private Store opened(Path home) {
        Store store = opening.apply(home);
        homes.put(store, home);
        return store;
    }

    /// Returns the names of all tables but those that SQLite keeps for itself.
    private static List<String> tables(Query query) {
        return query.query(
                "select name from pragma_table_list where type = 'table' and schema = 'main'"
                        + " and name not like 'sqlite!_%' escape '!'",
                row -> row.text(1));
    }

    private static List<String> rows(Query query, String table) {
        String values =
                query
                        .query("select name from pragma_table_info(?)", row -> row.text(1), table)
                        .stream()
                        .map(column -> "quote(%s)".formatted(quoted(column)))
                        .collect(Collectors.joining(" || ', ' || "));
        return query.query(
                "select %s from %s order by 1".formatted(values, quoted(table)),
                row -> row.text(1));
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private void deleteAll() {
        for (Store store : List.copyOf(homes.keySet())) discard(store);
    }

    private static void delete(Path home) {
        try {
            Files.walkFileTree(
                    home,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                                throws IOException {
                            Files.deleteIfExists(file);
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult postVisitDirectory(Path directory, IOException error)
                                throws IOException {
                            Files.deleteIfExists(directory);
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
