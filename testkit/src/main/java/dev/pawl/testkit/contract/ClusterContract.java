package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.engine.store.Store;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/// The definition of [dev.pawl.engine.store.Cluster]: how stores over the same contents share them.
///
/// Each test starts with empty contents and three stores over them that have not joined, and ends
/// with a check of the invariants.
@Timeout(120)
public abstract class ClusterContract
        implements LeaseContract, OwnerContract, ClaimContract, GuardContract {
    private static final int STORES = 3;

    private final List<Store> stores = new ArrayList<>();

    /// Opens a store over the contents of this test, which are empty at first.
    protected abstract Store open();

    /// Makes the lease that a store holds expire; no node has ended it yet.
    protected abstract void expire(Store store);

    @BeforeEach
    void openStores() {
        for (int i = 0; i < STORES; i++) stores.add(open());
        assumeTrue(stores.getFirst().cluster().isPresent(), "one process has this store alone");
    }

    @AfterEach
    void verifyAndClose() {
        try {
            assertThat(stores.getFirst().verify()).isEmpty();
        } finally {
            stores.forEach(Store::close);
        }
    }

    @Override
    public final Store store(int number) {
        return stores.get(number);
    }

    @Override
    public final void expire(int number) {
        expire(stores.get(number));
    }
}
