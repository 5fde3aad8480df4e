package dev.pawl.engine.internal.kernel;

import dev.pawl.engine.CrashReport;
import dev.pawl.engine.Lease;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Refused;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Definition;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Machine;
import dev.pawl.machine.OwnTables;
import dev.pawl.machine.Writing;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Payload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The documents that an engine keeps in its store besides runs: definitions, settings, leases,
/// reports, and whether it was closed.
public final class EngineDocuments {
    private static final String NODE = "node";

    private EngineDocuments() {}

    /// Returns every definition that was ever registered with a store.
    public static Definitions all(Store store) {
        Map<String, Definition> byName = new HashMap<>();
        Map<MachineRef, Definition> byRef = new HashMap<>();
        for (NamedDocument document : store.documents(NamedDocument.Kind.MACHINE)) {
            if (document.body() == null) continue;
            Definition definition = JsonCodec.JSON.decode(document.body(), Definition.class);
            byRef.put(definition.ref(), definition);
            boolean last = document.name().equals(definition.name());
            if (last) byName.put(definition.name(), definition);
        }
        return new Definitions(byName, byRef);
    }

    /// Returns the reports of all starts that are kept, oldest first.
    public static List<CrashReport> reports(Store store) {
        return store.documents(NamedDocument.Kind.REPORT).stream()
                .flatMap(document -> java.util.stream.Stream.ofNullable(document.body()))
                .map(body -> JsonCodec.JSON.decode(body, CrashReport.class))
                .toList();
    }

    /// Throws if a move into the store is not finished: it has only a part of the runs.
    public static void requireWhole(Store store) {
        for (NamedDocument move : store.documents(NamedDocument.Kind.MOVE)) {
            throw new Refused(
                    "the move from %s into this store is not finished, so runs are missing; run"
                                    .formatted(move.name())
                            + " `pawl store move` again, which resumes it");
        }
    }

    /// Creates the tables that steps write. Nodes may open at the same time: the second one finds
    /// the tables made.
    public static void create(OwnTables tables, Kernel kernel) {
        List<Writing> writings = List.of(tables);
        Commit commit = Commit.NONE.writing(writings);
        try {
            kernel.commitNow(commit);
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.REFUSED) throw e;
            kernel.commitNow(commit);
        }
    }

    /// Returns the documents of the definitions of these machines.
    public static List<NamedDocument> documents(Collection<Machine<?, ?>> machines) {
        List<NamedDocument> all = new ArrayList<>();
        for (Machine<?, ?> machine : machines) all.addAll(documents(machine.definition()));
        return all;
    }

    /// Returns a definition twice: under its name, where the next one takes its place, and under
    /// its own version and fingerprint, for the runs that still go by it.
    public static List<NamedDocument> documents(Definition definition) {
        Payload body = JsonCodec.JSON.encode(definition);
        MachineRef ref = definition.ref();
        String name = "%s v%d %s".formatted(ref.name(), ref.version(), ref.fingerprint());
        return List.of(
                new NamedDocument(NamedDocument.Kind.MACHINE, ref.name(), body),
                new NamedDocument(NamedDocument.Kind.MACHINE, name, body));
    }

    public static NamedDocument document(QueueSettings settings) {
        return new NamedDocument(
                NamedDocument.Kind.QUEUE, settings.name(), JsonCodec.JSON.encode(settings));
    }

    public static NamedDocument document(PoolSettings settings) {
        return new NamedDocument(
                NamedDocument.Kind.POOL, settings.name(), JsonCodec.JSON.encode(settings));
    }

    public static NamedDocument document(Lease lease) {
        return new NamedDocument(
                NamedDocument.Kind.PERMIT, name(lease), JsonCodec.JSON.encode(lease));
    }

    /// Returns the name under which a lease is stored: one for each holder of a pool.
    public static String name(Lease lease) {
        return leaseName(lease.pool(), lease.holder());
    }

    public static String leaseName(String pool, String holder) {
        return pool + "/" + holder;
    }

    /// Returns all leases that are stored.
    public static List<Lease> leases(Store store) {
        return store.documents(NamedDocument.Kind.PERMIT).stream()
                .map(document -> decode(document, Lease.class))
                .toList();
    }

    /// Returns the lease of a holder, if it is stored.
    public static Optional<Lease> lease(Store store, String pool, String holder) {
        return store.document(NamedDocument.Kind.PERMIT, leaseName(pool, holder))
                .map(document -> decode(document, Lease.class));
    }

    /// Returns the value that a document holds.
    public static <T> T decode(NamedDocument document, Class<T> type) {
        if (document.body() == null)
            throw new IllegalStateException("a document without a body: " + document);
        return JsonCodec.JSON.decode(document.body(), type);
    }

    public static NamedDocument node(Instant since, boolean closed) {
        return new NamedDocument(
                NamedDocument.Kind.NODE, NODE, JsonCodec.JSON.encode(new Node(since, closed)));
    }

    /// Returns whether the last engine on this store was not closed.
    public static boolean wasCrashed(Store store) {
        return store.documents(NamedDocument.Kind.NODE).stream()
                .flatMap(document -> java.util.stream.Stream.ofNullable(document.body()))
                .map(body -> JsonCodec.JSON.decode(body, Node.class))
                .anyMatch(node -> !node.closed());
    }

    /// The definitions of a store: the last of each name, and all of them.
    public record Definitions(Map<String, Definition> byName, Map<MachineRef, Definition> byRef) {
        public static final Definitions NONE = new Definitions(Map.of(), Map.of());

        public Definitions {
            byName = Map.copyOf(byName);
            byRef = Map.copyOf(byRef);
        }
    }

    public record Node(Instant since, boolean closed) {}
}
