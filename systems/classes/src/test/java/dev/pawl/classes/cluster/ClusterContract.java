package dev.pawl.classes.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.classes.cluster.ClusterException.Expired;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What every cluster must do, as the real API server does it: the parts about applying and about
/// single objects, and here lists and watches.
public abstract class ClusterContract extends ObjectContract {
    private static final ResourceKind KIND = ResourceKind.CLASS_RUNTIME;

    @Test
    void listSelectsByNamespaceAndLabel() {
        client.create(labelled("a", "\"owner\": \"x\""));
        client.create(labelled("b", "\"owner\": \"y\""));
        client.create(aClass("c", "\"package\": \"p\""));
        String first = namespace;
        namespace = newNamespace();
        client.create(labelled("d", "\"owner\": \"x\""));

        assertThat(names(Selection.in(first))).containsExactly("a", "b", "c");
        assertThat(names(Selection.in(first).labelled("owner"))).containsExactly("a", "b");
        assertThat(names(Selection.in(first).labelled("owner", "x"))).containsExactly("a");
        assertThat(names(Selection.all().labelled("owner", "x"))).contains("a", "d");
        assertThat(names(Selection.in(namespace))).containsExactly("d");
        assertThat(names(Selection.in("no-such"))).isEmpty();
    }

    @Test
    void listedObjectsAreTheStoredOnes() {
        client.create(deployment("d", "", ", \"image\": \"i\""));

        ResourceManifest listed =
                client.list(ResourceKind.DEPLOYMENT, Selection.in(namespace)).items().getFirst();

        assertThat(listed.text("/kind")).contains("Deployment");
        assertThat(listed.text("/apiVersion")).contains("apps/v1");
        assertThat(listed.uid()).isEqualTo(stored(ResourceKind.DEPLOYMENT, "d").uid());
        assertThat(listed.at("/metadata/managedFields").isMissingNode()).isTrue();
    }

    @Test
    void aWatchReportsEveryChangeAfterTheListing() {
        client.create(aClass("old", "\"package\": \"p\""));
        String version = client.list(KIND, Selection.in(namespace)).resourceVersion();
        Events events = watch(KIND, Selection.in(namespace), version);

        apply(aClass("a", "\"package\": \"p\""));
        ResourceManifest changed = apply(aClass("a", "\"package\": \"q\""));
        client.delete(ref(KIND, "a"), Preconditions.none());

        await("three events", () -> events.texts().size() >= 3);
        assertThat(events.texts()).containsExactly("ADDED a", "MODIFIED a", "DELETED a");
        assertThat(events.objects().get(1)).isEqualTo(changed);
        assertThat(Long.parseLong(events.objects().get(2).resourceVersion()))
                .isGreaterThan(Long.parseLong(changed.resourceVersion()));
        events.close();
    }

    @Test
    void aWatchReplaysThePast() {
        ResourceManifest first = client.create(aClass("a", "\"package\": \"p\""));
        apply(aClass("b", "\"package\": \"p\""));
        client.delete(ref(KIND, "a"), Preconditions.none());

        Events events = watch(KIND, Selection.in(namespace), first.resourceVersion());

        await("two events", () -> events.texts().size() >= 2);
        assertThat(events.texts()).containsExactly("ADDED b", "DELETED a");
        events.close();
    }

    @Test
    void aWatchThatIsTooOldExpires() {
        client.create(aClass("a", "\"package\": \"p\""));
        Events events = new Events();

        ClusterException thrown =
                catchThrowableOfType(
                        ClusterException.class,
                        () -> client.watch(KIND, Selection.in(namespace), "1", events));
        if (thrown == null) {
            await("the end", () -> !events.ends().isEmpty());
            thrown = events.ends().getFirst();
        }

        assertThat(thrown).isInstanceOf(Expired.class);
    }

    @Test
    void aWatchOfALabelReportsWhoGainsAndLosesIt() {
        client.create(labelled("a", "\"owner\": \"x\""));
        client.create(aClass("b", "\"package\": \"p\""));
        Selection selection = Selection.in(namespace).labelled("owner", "x");
        String version = client.list(KIND, selection).resourceVersion();
        Events events = watch(KIND, selection, version);

        client.patchMetadata(ref(KIND, "a"), "{\"labels\": {\"owner\": \"y\"}}", null);
        client.patchMetadata(ref(KIND, "b"), "{\"labels\": {\"owner\": \"x\"}}", null);
        client.patchMetadata(ref(KIND, "a"), "{\"labels\": {\"other\": \"z\"}}", null);
        ResourceManifest last =
                client.patchMetadata(ref(KIND, "b"), "{\"labels\": {\"n\": \"1\"}}", null);

        await("the last event", () -> events.objects().contains(last));
        assertThat(events.texts()).containsExactly("DELETED a", "ADDED b", "MODIFIED b");
        events.close();
    }

    @Test
    void aFinalizerThatIsRemovedEndsWithADeletion() {
        ResourceManifest created =
                client.create(
                        object(
                                KIND,
                                "a",
                                "\"finalizers\": [\"oaas.io/f\"]",
                                "\"spec\": {\"package\": \"p\"}"));
        Events events = watch(KIND, Selection.in(namespace), created.resourceVersion());

        client.delete(ref(KIND, "a"), Preconditions.none());
        client.patchMetadata(ref(KIND, "a"), "{\"finalizers\": null}", null);

        await("the deletion", () -> events.texts().contains("DELETED a"));
        assertThat(events.texts().getFirst()).isEqualTo("MODIFIED a");
        assertThat(events.objects().getFirst().isBeingDeleted()).isTrue();
        events.close();
    }

    @Test
    void aClosedWatchReportsNothing() {
        String version = client.list(KIND, Selection.in(namespace)).resourceVersion();
        Events closed = watch(KIND, Selection.in(namespace), version);
        closed.close();
        Events open = watch(KIND, Selection.in(namespace), version);

        client.create(aClass("a", "\"package\": \"p\""));

        await("the event", () -> open.texts().contains("ADDED a"));
        assertThat(closed.texts()).isEmpty();
        assertThat(closed.ends()).isEmpty();
        open.close();
    }

    private ResourceManifest labelled(String name, String labels) {
        return object(
                KIND, name, "\"labels\": {%s}".formatted(labels), "\"spec\": {\"package\": \"p\"}");
    }

    private List<String> names(Selection selection) {
        return client.list(KIND, selection).items().stream()
                .map(ResourceManifest::name)
                .sorted()
                .toList();
    }
}
