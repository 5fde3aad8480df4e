package dev.pawl.engine.internal.limits;

import dev.pawl.engine.internal.kernel.EngineDocuments;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.machine.JsonCodec;
import java.util.Objects;
import java.util.Optional;

/// The limits that code declares, kept beside those in force: what an operator sets outlives a
/// restart, so the two may differ, and that must be visible.
public final class DeclaredLimits<T> {
    private final Kernel kernel;
    private final String kind;
    private final Class<T> type;

    public DeclaredLimits(Kernel kernel, String kind, Class<T> type) {
        this.kernel = kernel;
        this.kind = kind;
        this.type = type;
    }

    /// Returns the settings that code declared last.
    public Optional<T> find(String name) {
        return kernel.store
                .document(NamedDocument.Kind.DECLARED, kind + "/" + name)
                .map(document -> EngineDocuments.decode(document, type));
    }

    /// Keeps what code declares now.
    public void keep(String name, T settings) {
        if (Objects.equals(find(name).orElse(null), settings)) return;
        var body = JsonCodec.JSON.encode(settings);
        kernel.commitNow(
                Commit.of(new NamedDocument(NamedDocument.Kind.DECLARED, kind + "/" + name, body)));
    }
}
