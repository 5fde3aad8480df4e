package dev.pawl.testkit;

import dev.pawl.engine.store.Store;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A JUnit extension that checks the invariants of every store that a test used, after the test.
///
/// Register it with `@RegisterExtension` and take the stores of the test from it.
public final class StoreCheck implements StoreFactory, AfterEachCallback {
    private final StoreFactory stores;
    private final List<Store> opened = new ArrayList<>();

    /// Checks the stores of [StoreFactory#chosen].
    public StoreCheck() {
        this(StoreFactory.chosen());
    }

    /// Checks the stores that `stores` opens.
    public StoreCheck(StoreFactory stores) {
        this.stores = stores;
    }

    @Override
    public Store open() {
        Store store = stores.open();
        opened.add(store);
        return store;
    }

    @Override
    public Store reopen(Store before) {
        Store store = stores.reopen(before);
        opened.replaceAll(each -> each.equals(before) ? store : each);
        return store;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        List<String> faults = new ArrayList<>();
        for (Store each : opened) {
            // The test may have closed it, or left it to a process that it killed.
            try (Store store = stores.reopen(each)) {
                faults.addAll(store.verify());
            }
        }
        opened.clear();
        if (!faults.isEmpty()) {
            throw new AssertionError(
                    "the store is damaged after the test:\n  " + String.join("\n  ", faults));
        }
    }
}
