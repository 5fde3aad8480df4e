package dev.pawl.classes.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.cluster.simulated.Faults;
import dev.pawl.classes.cluster.simulated.SimulatedCluster;
import dev.pawl.controller.ObjectKey;
import dev.pawl.testkit.SimHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Copies follow the cluster, whatever happens to their watches.
final class InformersTest {
    private static final ResourceKind KIND = ResourceKind.CLASS_RUNTIME;
    private static final String OWNER = "oaas.io/owner";
    private static final Duration SOON = Duration.ofSeconds(2);
    private static final Duration AUDIT = Duration.ofMinutes(10);

    private final SimHost host = new SimHost(11);
    private final SimulatedCluster cluster =
            SimulatedCluster.start(host, SimulatedCluster.Settings.seed(host.seed()));
    private final ClusterClient client = cluster.client(host, "pawl");
    private final Reports reports = new Reports();
    private Informers informers;

    @BeforeEach
    void define() {
        cluster.define(TestDefinition.definition());
    }

    @AfterEach
    void close() {
        if (informers != null) informers.close();
        cluster.close();
        host.run();
    }

    @Test
    void aCopyHasWhatWasThereAndWhatChanges() {
        create("a", "x");
        start();

        create("b", "x");
        create("c", "y");
        client.delete(ref("a"), Preconditions.none());
        host.runFor(SOON);

        assertThat(names(informers.cache(KIND).all())).containsExactly("b", "c");
        assertThat(names(informers.cache(KIND).labelled("default", "x"))).containsExactly("b");
        assertThat(reports.changes).containsExactly("ADDED a", "ADDED b", "ADDED c", "DELETED a");
        assertThat(informers.lost()).isEmpty();
    }

    @Test
    void aChangeHasItsKeyAndItsVersion() {
        start();

        ResourceManifest created = create("a", "x");
        host.runFor(SOON);

        assertThat(reports.last.key()).isEqualTo(new ObjectKey("default", "a"));
        assertThat(reports.last.resourceVersion()).isEqualTo(created.resourceVersion());
    }

    @Test
    void aLabelThatMovesMovesTheIndex() {
        create("a", "x");
        start();

        client.patchMetadata(ref("a"), "{\"labels\": {\"%s\": \"y\"}}".formatted(OWNER), null);
        host.runFor(SOON);

        assertThat(informers.cache(KIND).labelled("default", "x")).isEmpty();
        assertThat(names(informers.cache(KIND).labelled("default", "y"))).containsExactly("a");
    }

    @Test
    void aWatchThatEndsIsResumedWithoutAListing() {
        start();
        long reads = cluster.reads();

        cluster.endWatches();
        create("a", "x");
        host.runFor(SOON);

        assertThat(reports.changes).containsExactly("ADDED a");
        assertThat(cluster.reads() - reads).isEqualTo(1);
        assertThat(reports.lost).isEmpty();
    }

    @Test
    void anExpiredWatchIsReplacedByAListing() {
        create("gone", "x");
        start();

        cluster.forgetHistory();
        create("a", "x");
        client.delete(ref("gone"), Preconditions.none());
        host.runFor(SOON);

        assertThat(names(informers.cache(KIND).all())).containsExactly("a");
        assertThat(reports.changes).contains("ADDED a", "DELETED gone");
    }

    @Test
    void k21AnOutageIsALossAndNeverEmpty() {
        create("a", "x");
        start();

        cluster.stopServer();
        host.runFor(Duration.ofMinutes(1));
        assertThat(names(informers.cache(KIND).labelled("default", "x"))).containsExactly("a");
        assertThat(informers.lost()).hasSize(1);
        assertThat(reports.lost).hasSize(1);

        cluster.restartServer();
        create("b", "x");
        host.runFor(Duration.ofMinutes(1));
        assertThat(names(informers.cache(KIND).all())).containsExactly("a", "b");
        assertThat(informers.lost()).isEmpty();
        assertThat(reports.synced).hasSize(2);
    }

    @Test
    void k21AClusterThatWasNeverReachedIsLost() {
        cluster.stopServer();

        start();

        assertThat(informers.lost()).hasSize(1);
        assertThat(reports.synced).isEmpty();
    }

    @Test
    void k21AKindThatIsNotServedIsLost() {
        informers =
                Informers.start(
                        host,
                        client,
                        new Informers.Settings(
                                List.of(
                                        new InformerSource(
                                                ResourceKind.KNATIVE_SERVICE, Selection.all())),
                                OWNER,
                                AUDIT),
                        reports);
        host.runFor(SOON);

        assertThat(informers.lost().values())
                .singleElement()
                .isInstanceOf(ClusterException.NotFound.class);
    }

    @Test
    void anAuditFindsWhatTheWatchMissed() {
        start();
        cluster.faults(new Faults(0, 1, 0, Duration.ZERO, Duration.ZERO));
        create("a", "x");
        host.runFor(SOON);
        assertThat(informers.cache(KIND).all()).isEmpty();

        host.runFor(AUDIT);

        assertThat(names(informers.cache(KIND).all())).containsExactly("a");
        assertThat(reports.missed).containsExactly(1);
        assertThat(reports.changes).containsExactly("ADDED a");
    }

    @Test
    void anEventThatComesTwiceIsReportedOnce() {
        start();
        cluster.faults(new Faults(0, 0, 1, Duration.ZERO, Duration.ZERO));

        create("a", "x");
        client.delete(ref("a"), Preconditions.none());
        host.runFor(SOON);

        assertThat(reports.changes).containsExactly("ADDED a", "DELETED a");
    }

    @Test
    void anOwnWriteIsSeenAtOnceAndNotUndone() {
        start();
        cluster.faults(new Faults(0, 0, 0, Duration.ZERO, Duration.ofSeconds(1)));
        create("a", "x");
        ResourceManifest second =
                client.patchMetadata(ref("a"), "{\"labels\": {\"n\": \"2\"}}", null);

        informers.written(KIND, second);

        assertThat(informers.cache(KIND).all()).containsExactly(second);
        host.runFor(Duration.ofSeconds(10));
        assertThat(informers.cache(KIND).all()).containsExactly(second);
        assertThat(reports.changes).isEmpty();
    }

    @Test
    void sourcesOfOneKindShareACopy() {
        cluster.addNamespace("other");
        informers =
                Informers.start(
                        host,
                        client,
                        new Informers.Settings(
                                List.of(
                                        new InformerSource(KIND, Selection.in("default")),
                                        new InformerSource(KIND, Selection.in("other"))),
                                OWNER,
                                AUDIT),
                        reports);
        create("a", "x");
        client.create(object("other", "b", "x"));
        host.runFor(AUDIT.plus(SOON));

        assertThat(names(informers.cache(KIND).all())).containsExactly("a", "b");
        assertThat(names(informers.cache(KIND).labelled("other", "x"))).containsExactly("b");
        assertThat(reports.missed).containsExactly(0, 0);
    }

    private void start() {
        informers =
                Informers.start(
                        host,
                        client,
                        new Informers.Settings(
                                List.of(new InformerSource(KIND, Selection.all())), OWNER, AUDIT),
                        reports);
        host.runFor(SOON);
    }

    private ResourceManifest create(String name, String owner) {
        return client.create(object("default", name, owner));
    }

    private static ResourceManifest object(String namespace, String name, String owner) {
        return ResourceManifest.parse(
                """
                {"apiVersion": "oaas.io/v1alpha1", "kind": "ClassRuntime",
                 "metadata": {"namespace": "%s", "name": "%s", "labels": {"%s": "%s"}},
                 "spec": {"package": "p"}}
                """
                        .formatted(namespace, name, OWNER, owner));
    }

    private static ObjectRef ref(String name) {
        return new ObjectRef(KIND, "default", name);
    }

    private static List<String> names(List<ResourceManifest> objects) {
        return objects.stream().map(ResourceManifest::name).toList();
    }

    private static final class Reports implements InformerListener {
        private final List<String> changes = new ArrayList<>();
        private final List<String> lost = new ArrayList<>();
        private final List<InformerSource> synced = new ArrayList<>();
        private final List<Integer> missed = new ArrayList<>();
        private ObjectChange last;

        @Override
        public void changed(ObjectChange change) {
            changes.add(change.type() + " " + change.key().name());
            last = change;
        }

        @Override
        public void lost(InformerSource source, ClusterException reason) {
            lost.add(source + ": " + reason.getMessage());
        }

        @Override
        public void synced(InformerSource source) {
            synced.add(source);
        }

        @Override
        public void audited(InformerSource source, int found) {
            missed.add(found);
        }
    }
}
