package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Item;
import dev.pawl.machine.JsonCodec;
import java.util.Objects;
import java.util.Optional;

/// The limits that code declares, kept beside those in force: what an operator sets outlives a
/// restart, so the two may differ, and that must be visible.
final class Declared<T> {
    private final Kernel kernel;
    private final String kind;
    private final Class<T> type;

    Declared(Kernel kernel, String kind, Class<T> type) {
        this.kernel = kernel;
        this.kind = kind;
        this.type = type;
    }

    /// Returns the settings that code declared last.
    Optional<T> find(String name) {
        return kernel.store
                .item(Item.Kind.DECLARED, kind + "/" + name)
                .map(item -> Queues.decode(item, type));
    }

    /// Keeps what code declares now.
    void keep(String name, T settings) {
        if (Objects.equals(find(name).orElse(null), settings)) return;
        var body = JsonCodec.JSON.encode(settings);
        kernel.commitNow(Commit.of(new Item(Item.Kind.DECLARED, kind + "/" + name, body)));
    }
}
