package dev.pawl.limiter;

import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import dev.pawl.store.PostgresStore;
import dev.pawl.testkit.StoreFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.opentest4j.TestAbortedException;

/// Budgets in PostgreSQL.
final class PostgresBudgetTest extends SharedBudgetContract {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private final String schema = "budget_" + SCHEMAS.incrementAndGet();

    @Override
    StoreFactory stores() {
        Installation found = Installation.embedded().orElseThrow(TestAbortedException::new);
        String url = PostgresServer.shared(found).url(PostgresServer.USER);
        // Notifications that arrive on a real thread do not fit virtual time.
        return of(() -> PostgresStore.open(url, options -> options.schema(schema).listen(false)));
    }
}
