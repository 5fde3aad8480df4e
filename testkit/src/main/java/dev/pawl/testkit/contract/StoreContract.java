package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/// The definition of [Store]: an implementation is correct if a subclass that opens it passes.
///
/// Each test starts with an empty store and ends with a check of its invariants.
@Timeout(120)
public abstract class StoreContract
        implements CommitContract,
                WritingContract,
                SqlValueContract,
                ThreadContract,
                RunContract,
                FilterContract,
                WorkContract,
                HistoryContract,
                MessageContract,
                PruneContract,
                ClosedContract {
    private Store store;

    /// Opens an empty store.
    protected abstract Store open();

    /// Closes `store` and opens it again over the same contents.
    protected abstract Store reopen(Store store);

    /// Abandons `store` without closing it, as a crash of its process does, and opens it again over
    /// the same contents.
    protected abstract Store crash(Store store);

    @BeforeEach
    void openStore() {
        store = open();
    }

    @AfterEach
    void verifyAndClose() {
        try {
            assertThat(store.verify()).isEmpty();
        } finally {
            store.close();
        }
    }

    @Override
    public final Store store() {
        return store;
    }

    @Override
    public final Store reopened() {
        store = reopen(store);
        return store;
    }

    @Override
    public final Store crashed() {
        store = crash(store);
        return store;
    }
}
