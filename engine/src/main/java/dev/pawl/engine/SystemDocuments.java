package dev.pawl.engine;

import dev.pawl.engine.internal.decision.PayloadSize;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.Payload;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Small JSON documents of the systems that are built on an engine, by name. All nodes that share
/// the store see the same documents.
///
/// A document changes only by [#replace], so of two tasks or nodes that change what they have read,
/// one succeeds and the other reads again.
public final class SystemDocuments {
    private final Kernel kernel;
    private final Set<String> writing = ConcurrentHashMap.newKeySet();

    SystemDocuments(Kernel kernel) {
        this.kernel = kernel;
    }

    /// Returns a document.
    public Optional<Payload> find(String name) {
        return kernel.getPatiently(() -> kernel.store.document(NamedDocument.Kind.SYSTEM, name))
                .flatMap(document -> Optional.ofNullable(document.body()));
    }

    /// Writes a document if it is still as `before`, and returns whether it was; null means that it
    /// does not exist. When this returns true the change is durable. Waits while the store is
    /// unavailable.
    public boolean replace(String name, @Nullable Payload before, @Nullable Payload after) {
        kernel.requireOpen();
        PayloadSize.check("document " + name, after);
        if (!writing.add(name)) return false;
        try {
            // A store that nodes share checks the guard itself.
            boolean checked = kernel.node.isShared();
            if (!checked && !Objects.equals(before, find(name).orElse(null))) return false;
            Guard same = new Guard.Same(document(name, before));
            kernel.commit(Commit.of(document(name, after)).under(List.of(same)));
            return true;
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.GUARD_FAILED) return false;
            throw e;
        } finally {
            writing.remove(name);
        }
    }

    private static NamedDocument document(String name, @Nullable Payload body) {
        return new NamedDocument(NamedDocument.Kind.SYSTEM, name, body);
    }
}
