package dev.pawl.classes.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.pawl.classes.cluster.ClusterException.AlreadyExists;
import dev.pawl.classes.cluster.ClusterException.Invalid;
import dev.pawl.classes.cluster.ClusterException.NotFound;
import dev.pawl.classes.cluster.ClusterException.Stale;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// The part of the contract about single objects: create, status, metadata, deletion.
public abstract class ObjectContract extends ApplyContract {
    private static final ResourceKind KIND = ResourceKind.CLASS_RUNTIME;

    @Test
    void createReturnsWhatIsStored() {
        ResourceManifest created = client.create(aClass("a", "\"package\": \"p\""));

        assertThat(created.uid()).isNotEmpty();
        assertThat(created.resourceVersion()).isNotEmpty();
        assertThat(created.generation()).isEqualTo(1);
        assertThat(created.text("/metadata/creationTimestamp")).isPresent();
        assertThat(created.at("/metadata/managedFields").isMissingNode()).isTrue();
        assertThat(stored(KIND, "a")).isEqualTo(created);
    }

    @Test
    void createRefusesASecondObjectOfTheName() {
        client.create(aClass("a", "\"package\": \"p\""));

        assertThatExceptionOfType(AlreadyExists.class)
                .isThrownBy(() -> client.create(aClass("a", "\"package\": \"q\"")));
    }

    @Test
    void createDropsAnUnknownFieldAndAStatus() {
        ResourceManifest object =
                withStatus(
                        aClass("a", "\"package\": \"p\", \"sise\": 2"), "{\"phase\": \"pending\"}");

        ResourceManifest created = client.create(object);

        assertThat(created.at("/spec/sise").isMissingNode()).isTrue();
        assertThat(created.at("/status").isMissingNode()).isTrue();
    }

    @Test
    void createRefusesABadNameAndAnInvalidObject() {
        assertThatExceptionOfType(Invalid.class)
                .isThrownBy(() -> client.create(aClass("Not_a_name", "\"package\": \"p\"")))
                .satisfies(e ->
                        assertThat(e.causes())
                                .extracting(ClusterException.Cause::field)
                                .contains("metadata.name"));
        assertThatExceptionOfType(Invalid.class)
                .isThrownBy(() -> client.create(aClass("a", "\"package\": 5")))
                .satisfies(e ->
                        assertThat(e.causes())
                                .extracting(ClusterException.Cause::field)
                                .containsExactly("spec.package"));
    }

    @Test
    void aGeneratedNameIsUnique() {
        ResourceManifest event =
                ResourceManifest.parse(
                        """
                        {"apiVersion": "v1", "kind": "Event", "type": "Normal", "reason": "Tested",
                         "metadata": {"namespace": "%s", "generateName": "a."},
                         "involvedObject": {"kind": "ClassRuntime", "name": "a", "namespace": "%s"}}
                        """
                                .formatted(namespace, namespace));

        String one = client.create(event).name();
        String other = client.create(event).name();

        assertThat(one).startsWith("a.").isNotEqualTo(other);
        assertThat(client.list(ResourceKind.EVENT, Selection.in(namespace)).items()).hasSize(2);
    }

    @Test
    void anUnknownKindIsNotAnAbsentObject() {
        ResourceKind unknown = new ResourceKind("nowhere.io/v1", "Thing", "things");

        assertThat(client.serves(unknown)).isFalse();
        assertThat(client.serves(KIND)).isTrue();
        assertThat(client.serves(ResourceKind.DEPLOYMENT)).isTrue();
        assertThat(client.get(ref(KIND, "no-such"))).isEmpty();
        assertThatExceptionOfType(NotFound.class).isThrownBy(() -> client.get(ref(unknown, "a")));
        assertThatExceptionOfType(NotFound.class)
                .isThrownBy(() -> client.list(unknown, Selection.all()));
        assertThatExceptionOfType(NotFound.class)
                .isThrownBy(() -> client.create(object(unknown, "a", "", "\"spec\": {}")));
    }

    @Test
    void theStatusIsWrittenAloneAndMakesNoGeneration() {
        ResourceManifest created = client.create(aClass("a", "\"package\": \"p\""));
        var changed = withStatus(created, "{\"phase\": \"pending\"}").copy();
        ((ObjectNode) changed.path("spec")).put("package", "other");

        ResourceManifest written = client.replaceStatus(ResourceManifest.adopt(changed));

        assertThat(written.text("/status/phase")).contains("pending");
        assertThat(written.text("/spec/package")).contains("p");
        assertThat(written.generation()).isEqualTo(1);
        assertThat(written.resourceVersion()).isNotEqualTo(created.resourceVersion());
        assertThat(apply(aClass("b", "\"package\": \"p\"")).at("/status").isMissingNode()).isTrue();
    }

    @Test
    void aReplaceRemovesWhatItLacksAndKeepsTheStatus() {
        ResourceManifest created = apply(aClass("a", "\"package\": \"p\", \"size\": 2"));
        ResourceManifest seen =
                client.replaceStatus(withStatus(created, "{\"phase\": \"pending\"}"));
        ObjectNode changed = withStatus(seen, "{\"phase\": \"available\"}").copy();
        ((ObjectNode) changed.path("spec")).put("package", "q").remove("size");

        ResourceManifest replaced = client.replace(ResourceManifest.adopt(changed));

        assertThat(replaced.text("/spec/package")).contains("q");
        assertThat(replaced.at("/spec/size").isMissingNode()).isTrue();
        assertThat(replaced.text("/status/phase")).contains("pending");
        assertThat(replaced.generation()).isEqualTo(2);
        assertThatExceptionOfType(Stale.class)
                .isThrownBy(() -> client.replace(ResourceManifest.adopt(changed)));
        assertThatExceptionOfType(NotFound.class)
                .isThrownBy(() -> client.replace(aClass("b", "\"package\": \"p\"")));
    }

    @Test
    void anApplyKeepsTheStatus() {
        ResourceManifest created = apply(aClass("a", "\"package\": \"p\""));
        client.replaceStatus(withStatus(created, "{\"phase\": \"pending\"}"));

        ResourceManifest changed = apply(aClass("a", "\"package\": \"p\", \"size\": 2"));

        assertThat(changed.text("/status/phase")).contains("pending");
    }

    @Test
    void aStatusForAnotherVersionIsRefused() {
        ResourceManifest created = client.create(aClass("a", "\"package\": \"p\""));
        client.replaceStatus(withStatus(created, "{\"phase\": \"pending\"}"));

        assertThatExceptionOfType(Stale.class)
                .isThrownBy(() ->
                        client.replaceStatus(withStatus(created, "{\"phase\": \"available\"}")));
        assertThat(stored(KIND, "a").text("/status/phase")).contains("pending");
    }

    @Test
    void anEqualStatusMakesNoVersion() {
        ResourceManifest created = client.create(aClass("a", "\"package\": \"p\""));
        ResourceManifest first =
                client.replaceStatus(withStatus(created, "{\"phase\": \"pending\"}"));

        ResourceManifest second =
                client.replaceStatus(withStatus(first, "{\"phase\": \"pending\"}"));

        assertThat(second.resourceVersion()).isEqualTo(first.resourceVersion());
    }

    @Test
    void anInvalidStatusIsRefused() {
        ResourceManifest created = client.create(aClass("a", "\"package\": \"p\""));

        assertThatExceptionOfType(Invalid.class)
                .isThrownBy(() -> client.replaceStatus(withStatus(created, "{\"phase\": 1}")))
                .satisfies(e ->
                        assertThat(e.causes())
                                .extracting(ClusterException.Cause::field)
                                .containsExactly("status.phase"));
    }

    @Test
    void theStatusOfAnObjectThatIsGoneIsRefused() {
        ResourceManifest created = client.create(aClass("a", "\"package\": \"p\""));
        client.delete(ref(KIND, "a"), Preconditions.none());

        assertThatExceptionOfType(Stale.class)
                .isThrownBy(() ->
                        client.replaceStatus(withStatus(created, "{\"phase\": \"pending\"}")));
    }

    @Test
    void aMetadataPatchChangesWhatItNames() {
        client.create(
                object(
                        KIND,
                        "a",
                        "\"annotations\": {\"x\": \"1\", \"y\": \"2\"}",
                        "\"spec\": {\"package\": \"p\"}"));

        ResourceManifest patched =
                client.patchMetadata(
                        ref(KIND, "a"),
                        "{\"annotations\": {\"x\": null, \"z\": \"3\"}, \"finalizers\":"
                                + " [\"oaas.io/f\"]}",
                        null);

        assertThat(patched.annotations()).containsOnlyKeys("y", "z");
        assertThat(patched.finalizers()).containsExactly("oaas.io/f");
        assertThat(patched.generation()).isEqualTo(1);
        assertThatExceptionOfType(NotFound.class)
                .isThrownBy(() -> client.patchMetadata(ref(KIND, "no-such"), "{}", null));
    }

    @Test
    void aMetadataPatchOfAnotherVersionIsRefused() {
        ResourceManifest created = client.create(aClass("a", "\"package\": \"p\""));
        client.patchMetadata(ref(KIND, "a"), "{\"annotations\": {\"x\": \"1\"}}", null);

        assertThatExceptionOfType(Stale.class)
                .isThrownBy(() ->
                        client.patchMetadata(
                                ref(KIND, "a"),
                                "{\"annotations\": {\"x\": \"2\"}}",
                                created.resourceVersion()));
    }

    @Test
    void annotationsOfADeploymentMakeAGeneration() {
        apply(deployment("d", "", ", \"image\": \"i\""));

        ResourceManifest annotated =
                client.patchMetadata(
                        ref(ResourceKind.DEPLOYMENT, "d"),
                        "{\"annotations\": {\"x\": \"1\"}}",
                        null);
        ResourceManifest labelled =
                client.patchMetadata(
                        ref(ResourceKind.DEPLOYMENT, "d"), "{\"labels\": {\"x\": \"1\"}}", null);

        assertThat(annotated.generation()).isEqualTo(2);
        assertThat(labelled.generation()).isEqualTo(2);
    }

    @Test
    void deleteRemovesAnObjectWithoutFinalizers() {
        client.create(aClass("a", "\"package\": \"p\""));

        client.delete(ref(KIND, "a"), Preconditions.none());

        assertThat(client.get(ref(KIND, "a"))).isEmpty();
        assertThatExceptionOfType(NotFound.class)
                .isThrownBy(() -> client.delete(ref(KIND, "a"), Preconditions.none()));
    }

    @Test
    void deleteRefusesAnotherUidAndAnotherVersion() {
        ResourceManifest created = client.create(aClass("a", "\"package\": \"p\""));
        client.patchMetadata(ref(KIND, "a"), "{\"labels\": {\"x\": \"1\"}}", null);

        assertThatExceptionOfType(Stale.class)
                .isThrownBy(() ->
                        client.delete(
                                ref(KIND, "a"),
                                Preconditions.uid("00000000-0000-0000-0000-000000000000")));
        assertThatExceptionOfType(Stale.class)
                .isThrownBy(() -> client.delete(ref(KIND, "a"), Preconditions.unchanged(created)));
        client.delete(ref(KIND, "a"), Preconditions.uid(created.uid()));
        assertThat(client.get(ref(KIND, "a"))).isEmpty();
    }

    @Test
    void finalizersHoldADeletedObject() {
        client.create(withFinalizer("a"));

        client.delete(ref(KIND, "a"), Preconditions.none());
        client.delete(ref(KIND, "a"), Preconditions.none());
        ResourceManifest marked = stored(KIND, "a");
        assertThat(marked.isBeingDeleted()).isTrue();
        assertThat(marked.generation()).isEqualTo(2);
        assertThatExceptionOfType(Invalid.class)
                .isThrownBy(() ->
                        client.patchMetadata(
                                ref(KIND, "a"),
                                "{\"finalizers\": [\"oaas.io/f\", \"oaas.io/g\"]}",
                                null));

        client.patchMetadata(ref(KIND, "a"), "{\"finalizers\": []}", marked.resourceVersion());
        assertThat(client.get(ref(KIND, "a"))).isEmpty();
    }

    @Test
    void theStatusOfADeletedObjectCanStillBeWritten() {
        client.create(withFinalizer("a"));
        client.delete(ref(KIND, "a"), Preconditions.none());

        ResourceManifest written =
                client.replaceStatus(withStatus(stored(KIND, "a"), "{\"phase\": \"deleting\"}"));

        assertThat(written.text("/status/phase")).contains("deleting");
    }

    @Test
    void dependentsFollowTheirOwner() {
        ResourceManifest owner = client.create(aClass("a", "\"package\": \"p\""));
        String reference =
                "\"ownerReferences\": [{\"apiVersion\": \"oaas.io/v1alpha1\", \"kind\":"
                        + " \"ClassRuntime\", \"name\": \"a\", \"uid\": \"%s\"}]"
                                .formatted(owner.uid());
        client.create(object(KIND, "child", reference, "\"spec\": {\"package\": \"p\"}"));
        client.create(aClass("other", "\"package\": \"p\""));

        client.delete(ref(KIND, "a"), Preconditions.none());

        await("the child to be collected", () -> client.get(ref(KIND, "child")).isEmpty());
        assertThat(client.get(ref(KIND, "other"))).isPresent();
    }

    @Test
    void aDependentOfAMissingOwnerIsCollected() {
        String reference =
                "\"ownerReferences\": [{\"apiVersion\": \"oaas.io/v1alpha1\", \"kind\":"
                        + " \"ClassRuntime\", \"name\": \"gone\", \"uid\":"
                        + " \"11111111-0000-0000-0000-000000000000\"}]";

        client.create(object(KIND, "child", reference, "\"spec\": {\"package\": \"p\"}"));

        await("the child to be collected", () -> client.get(ref(KIND, "child")).isEmpty());
    }

    private ResourceManifest withFinalizer(String name) {
        return object(
                KIND, name, "\"finalizers\": [\"oaas.io/f\"]", "\"spec\": {\"package\": \"p\"}");
    }
}
