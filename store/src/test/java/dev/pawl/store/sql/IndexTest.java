package dev.pawl.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.sqlite.SqliteConnections;
import dev.pawl.store.sqlite.SqliteMigrations;
import dev.pawl.store.sqlite.StoreHome;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The indexes that SQLite uses: a scan of all runs only shows when there are many.
final class IndexTest {
    private static final Filter KEY = Filter.ALL.key("order 17");

    @TempDir private Path directory;

    @Test
    void theRunsOfAKeyAreFoundByAnIndexEndedOrNot() throws Exception {
        for (Filter filter :
                List.of(
                        KEY,
                        KEY.machine("pull-image"),
                        KEY.status(RunStatus.COMPLETED),
                        KEY.status(RunStatus.FAILED, RunStatus.EXHAUSTED),
                        Filter.ALL.key(new RunId(7).toString()))) {
            for (Page page : List.of(Page.newest(10), Page.oldest(10).after(new RunId(5)))) {
                assertThat(plan(Queries.runs(FilterSql.of(filter), page)))
                        .as("%s %s", filter, page)
                        .contains("INDEX run_by_key (key=?")
                        .doesNotContain("SCAN run");
            }
            String count = "select count(*) from run where " + FilterSql.of(filter).where();
            assertThat(plan(count)).contains("run_by_key").doesNotContain("SCAN run");
        }
    }

    /// A key that thousands of ended runs had must not make the next start slow.
    @Test
    void whetherAKeyIsTakenIsLookedUpAmongLiveRunsOnly() throws Exception {
        assertThat(plan(Queries.LIVE)).contains("INDEX run_key (machine=? AND key=?)");
    }

    private String plan(String sql) throws Exception {
        Path file = StoreHome.create(directory);
        StringBuilder plan = new StringBuilder();
        try (SqlSession session = SqliteConnections.writing(file)) {
            SqliteMigrations.apply(session, file);
            try (ResultSet row = session.prepare("explain query plan " + sql).executeQuery()) {
                while (row.next()) plan.append(row.getString("detail")).append('\n');
            }
        }
        return plan.toString();
    }
}
