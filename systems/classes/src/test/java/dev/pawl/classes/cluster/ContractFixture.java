package dev.pawl.classes.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// What the parts of the contract share: clients, a namespace of their own, and objects.
public abstract class ContractFixture {
    protected static final String PAWL = "pawl";
    protected static final String OTHER = "other";

    private final List<ClusterClient> clients = new ArrayList<>();
    protected ClusterClient client;
    protected String namespace;

    /// Returns a client under a field manager.
    protected abstract ClusterClient connect(String manager);

    /// Returns a new namespace.
    protected abstract String newNamespace();

    /// Waits until something is true.
    protected abstract void await(String what, BooleanSupplier condition);

    @BeforeEach
    void connect() {
        client = connection(PAWL);
        namespace = newNamespace();
    }

    @AfterEach
    void close() {
        clients.forEach(ClusterClient::close);
    }

    protected final ClusterClient connection(String manager) {
        ClusterClient connected = connect(manager);
        clients.add(connected);
        return connected;
    }

    protected final ObjectRef ref(ResourceKind kind, String name) {
        return new ObjectRef(kind, namespace, name);
    }

    protected final ResourceManifest stored(ResourceKind kind, String name) {
        return client.get(ref(kind, name)).orElseThrow();
    }

    protected final ResourceManifest apply(ResourceManifest object) {
        return client.apply(object, ApplyOptions.by(PAWL));
    }

    /// Returns a class with a specification, given as JSON without braces.
    protected final ResourceManifest aClass(String name, String spec) {
        return object(ResourceKind.CLASS_RUNTIME, name, "", "\"spec\": {%s}".formatted(spec));
    }

    protected final ResourceManifest object(
            ResourceKind kind, String name, String metadata, String body) {
        return ResourceManifest.parse(
                """
                {"apiVersion": "%s", "kind": "%s",
                 "metadata": {"namespace": "%s", "name": "%s"%s}, %s}
                """
                        .formatted(
                                kind.apiVersion(),
                                kind.kind(),
                                namespace,
                                name,
                                metadata.isEmpty() ? "" : ", " + metadata,
                                body));
    }

    protected final ResourceManifest deployment(String name, String spec, String container) {
        return object(
                ResourceKind.DEPLOYMENT,
                name,
                "",
                """
                "spec": {%s "selector": {"matchLabels": {"app": "%s"}},
                  "template": {"metadata": {"labels": {"app": "%s"}},
                   "spec": {"containers": [{"name": "web"%s}]}}}
                """
                        .formatted(spec, name, name, container));
    }

    protected final ResourceManifest withStatus(ResourceManifest object, String status) {
        var tree = object.copy();
        tree.set("status", ResourceManifest.parse(status).tree());
        return ResourceManifest.adopt(tree);
    }

    protected final Events watch(ResourceKind kind, Selection selection, String version) {
        Events events = new Events();
        events.watch = client.watch(kind, selection, version, events);
        return events;
    }

    /// The events of a watch, as texts like "ADDED a".
    protected static final class Events implements WatchListener {
        private final List<String> texts = new ArrayList<>();
        private final List<ResourceManifest> objects = new ArrayList<>();
        private final List<ClusterException> ends = new ArrayList<>();
        private Watch watch;

        @Override
        public synchronized void changed(Type type, ResourceManifest object) {
            texts.add(type + " " + object.name());
            objects.add(object);
        }

        @Override
        public synchronized void closed(ClusterException reason) {
            ends.add(reason);
        }

        public synchronized List<String> texts() {
            return List.copyOf(texts);
        }

        public synchronized List<ResourceManifest> objects() {
            return List.copyOf(objects);
        }

        public synchronized List<ClusterException> ends() {
            return List.copyOf(ends);
        }

        public void close() {
            watch.close();
        }
    }
}
