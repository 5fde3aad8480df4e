package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Definition;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.OwnTables;
import dev.pawl.machine.Writing;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Payload;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What an engine leaves in its store for the next one, and for tools that have no machines.
public final class Stored {
    private static final String NODE = "node";

    private Stored() {}

    /// Returns the definitions that were registered with a store last, by name.
    public static Map<String, Definition> definitions(Store store) {
        return all(store).byName();
    }

    /// Returns every definition that was ever registered with a store.
    static Definitions all(Store store) {
        Map<String, Definition> byName = new HashMap<>();
        Map<MachineRef, Definition> byRef = new HashMap<>();
        for (Item item : store.items(Item.Kind.MACHINE)) {
            if (item.body() == null) continue;
            Definition definition = JsonCodec.JSON.decode(item.body(), Definition.class);
            byRef.put(definition.ref(), definition);
            boolean last = item.name().equals(definition.name());
            if (last) byName.put(definition.name(), definition);
        }
        return new Definitions(byName, byRef);
    }

    /// Returns the reports of all starts that are kept, oldest first.
    public static List<CrashReport> reports(Store store) {
        return store.items(Item.Kind.REPORT).stream()
                .flatMap(item -> java.util.stream.Stream.ofNullable(item.body()))
                .map(body -> JsonCodec.JSON.decode(body, CrashReport.class))
                .toList();
    }

    /// Throws if a move into the store is not finished: it has only a part of the runs.
    static void requireWhole(Store store) {
        for (Item move : store.items(Item.Kind.MOVE)) {
            throw new Refused(
                    "the move from %s into this store is not finished, so runs are missing; run"
                                    .formatted(move.name())
                            + " `pawl store move` again, which goes on with it");
        }
    }

    /// Creates the tables that steps write. Nodes may open at the same time: the second one finds
    /// the tables made.
    static void create(OwnTables tables, Kernel kernel) {
        List<Writing> writings = List.of(tables);
        Commit commit = new Commit(List.of(), List.of(), List.of(), List.of(), writings);
        try {
            kernel.commitNow(commit);
        } catch (StoreException e) {
            if (!kernel.node.isShared() || e.kind() != StoreException.Kind.REFUSED) throw e;
            kernel.commitNow(commit);
        }
    }

    /// Returns a definition twice: under its name, where the next one takes its place, and under
    /// its own version and fingerprint, for the runs that still go by it.
    static List<Item> items(Definition definition) {
        Payload body = JsonCodec.JSON.encode(definition);
        MachineRef ref = definition.ref();
        String name = "%s v%d %s".formatted(ref.name(), ref.version(), ref.fingerprint());
        return List.of(
                new Item(Item.Kind.MACHINE, ref.name(), body),
                new Item(Item.Kind.MACHINE, name, body));
    }

    static Item node(Instant since, boolean closed) {
        return new Item(Item.Kind.NODE, NODE, JsonCodec.JSON.encode(new Node(since, closed)));
    }

    /// Returns whether the last engine on this store was not closed.
    static boolean wasCrashed(Store store) {
        return store.items(Item.Kind.NODE).stream()
                .flatMap(item -> java.util.stream.Stream.ofNullable(item.body()))
                .map(body -> JsonCodec.JSON.decode(body, Node.class))
                .anyMatch(node -> !node.closed());
    }

    /// The definitions of a store: the last of each name, and all of them.
    record Definitions(Map<String, Definition> byName, Map<MachineRef, Definition> byRef) {
        static final Definitions NONE = new Definitions(Map.of(), Map.of());

        Definitions {
            byName = Map.copyOf(byName);
            byRef = Map.copyOf(byRef);
        }
    }

    record Node(Instant since, boolean closed) {}
}
