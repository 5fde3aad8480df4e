package dev.pawl.classes.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.classes.cluster.ClusterException.Conflict;
import dev.pawl.classes.cluster.ClusterException.Invalid;
import dev.pawl.classes.cluster.ClusterException.NotFound;
import dev.pawl.classes.cluster.ClusterException.OwnedField;
import dev.pawl.classes.cluster.ClusterException.Stale;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The part of the contract about server-side apply.
public abstract class ApplyContract extends ContractFixture {
    private static final ApplyOptions OTHERS = ApplyOptions.by(OTHER);

    @Test
    void applyCreatesWhatIsMissing() {
        ResourceManifest created = apply(aClass("a", "\"package\": \"p\""));

        assertThat(created.uid()).isNotEmpty();
        assertThat(created.generation()).isEqualTo(1);
        assertThat(stored(ResourceKind.CLASS_RUNTIME, "a")).isEqualTo(created);
    }

    @Test
    void fieldsThatAManagerNoLongerAppliesAreRemoved() {
        apply(
                aClass(
                        "a",
                        "\"package\": \"p\", \"size\": 2, \"options\":"
                                + " {\"x\": \"1\", \"y\": \"2\"}"));

        ResourceManifest changed =
                apply(aClass("a", "\"package\": \"p\", \"options\": {\"y\": \"2\"}"));

        assertThat(changed.at("/spec/size").isMissingNode()).isTrue();
        assertThat(changed.at("/spec/options/x").isMissingNode()).isTrue();
        assertThat(changed.text("/spec/options/y")).contains("2");
        assertThat(changed.text("/spec/package")).contains("p");
        assertThat(changed.generation()).isEqualTo(2);
    }

    @Test
    void fieldsOfAnotherManagerAreKept() {
        apply(aClass("a", "\"package\": \"p\", \"size\": 2"));
        client.apply(aClass("a", "\"package\": \"p\", \"mode\": \"dev\""), OTHERS);

        ResourceManifest changed = apply(aClass("a", "\"package\": \"p\""));

        assertThat(changed.text("/spec/mode")).contains("dev");
        assertThat(changed.at("/spec/size").isMissingNode()).isTrue();
    }

    @Test
    void aFieldThatTwoManagersApplyStaysUntilBothDropIt() {
        apply(aClass("a", "\"package\": \"p\", \"size\": 2"));
        client.apply(aClass("a", "\"package\": \"p\", \"size\": 2"), OTHERS);

        ResourceManifest one = apply(aClass("a", "\"package\": \"p\""));
        ResourceManifest none = client.apply(aClass("a", "\"package\": \"p\""), OTHERS);

        assertThat(one.at("/spec/size").asInt()).isEqualTo(2);
        assertThat(none.at("/spec/size").isMissingNode()).isTrue();
    }

    @Test
    void aConflictNamesTheOtherManagerAndTheField() {
        apply(aClass("a", "\"package\": \"p\", \"size\": 2"));
        ResourceManifest before = stored(ResourceKind.CLASS_RUNTIME, "a");

        Conflict conflict =
                catchThrowableOfType(
                        Conflict.class,
                        () -> client.apply(aClass("a", "\"package\": \"q\", \"size\": 3"), OTHERS));

        assertThat(conflict.managers()).containsExactly(PAWL);
        assertThat(conflict.fields())
                .containsExactlyInAnyOrder(
                        new OwnedField(".spec.package", PAWL), new OwnedField(".spec.size", PAWL));
        assertThat(conflict)
                .hasMessage(
                        "expected other to own what it applies to ClassRuntime/a in %s; found"
                                + " .spec.package owned by pawl, .spec.size owned by pawl",
                        namespace);
        assertThat(stored(ResourceKind.CLASS_RUNTIME, "a")).isEqualTo(before);
    }

    @Test
    void forceTakesFieldsOver() {
        apply(aClass("a", "\"package\": \"p\", \"size\": 2"));

        ResourceManifest forced =
                client.apply(aClass("a", "\"package\": \"p\", \"size\": 3"), OTHERS.forced());

        assertThat(forced.at("/spec/size").asInt()).isEqualTo(3);
        assertThatExceptionOfType(Conflict.class)
                .isThrownBy(() -> apply(aClass("a", "\"package\": \"p\", \"size\": 2")))
                .satisfies(e -> assertThat(e.managers()).containsExactly(OTHER));
        assertThat(apply(aClass("a", "\"package\": \"p\"")).at("/spec/size").asInt()).isEqualTo(3);
        ResourceManifest later =
                client.apply(aClass("a", "\"package\": \"p\", \"size\": 4"), OTHERS);
        assertThat(later.at("/spec/size").asInt()).isEqualTo(4);
    }

    @Test
    void aDryRunStoresNothing() {
        apply(aClass("a", "\"package\": \"p\""));
        ResourceManifest before = stored(ResourceKind.CLASS_RUNTIME, "a");

        ResourceManifest would =
                client.apply(
                        aClass("a", "\"package\": \"p\", \"size\": 3"),
                        ApplyOptions.by(PAWL).asDryRun());
        client.apply(aClass("b", "\"package\": \"p\""), ApplyOptions.by(PAWL).asDryRun());

        assertThat(would.at("/spec/size").asInt()).isEqualTo(3);
        assertThat(would.generation()).isEqualTo(2);
        assertThat(stored(ResourceKind.CLASS_RUNTIME, "a")).isEqualTo(before);
        assertThat(client.get(ref(ResourceKind.CLASS_RUNTIME, "b"))).isEmpty();
        assertThatExceptionOfType(Conflict.class)
                .isThrownBy(
                        () -> client.apply(aClass("a", "\"package\": \"q\""), OTHERS.asDryRun()));
    }

    @Test
    void itemsOfAListAreMergedByTheirKey() {
        apply(aClass("a", functions("{\"function_key\": \"f\", \"image\": \"1\"}")));
        client.apply(
                aClass(
                        "a",
                        functions(
                                "{\"function_key\": \"g\", \"image\": \"2\"},"
                                        + " {\"function_key\": \"f\", \"limit\": 5}")),
                OTHERS);

        ResourceManifest changed =
                apply(aClass("a", functions("{\"function_key\": \"f\", \"image\": \"3\"}")));
        ResourceManifest dropped = apply(aClass("a", "\"package\": \"p\""));

        assertThat(item(changed, "f").path("image").asString()).isEqualTo("3");
        assertThat(item(changed, "f").path("limit").asInt()).isEqualTo(5);
        assertThat(item(changed, "g").path("image").asString()).isEqualTo("2");
        assertThat(item(dropped, "f").has("image")).isFalse();
        assertThat(item(dropped, "f").path("limit").asInt()).isEqualTo(5);
    }

    @Test
    void anItemThatNoManagerAppliesIsRemoved() {
        apply(
                aClass(
                        "a",
                        functions(
                                "{\"function_key\": \"f\", \"image\": \"1\"},"
                                        + " {\"function_key\": \"g\"}")));

        ResourceManifest changed = apply(aClass("a", functions("{\"function_key\": \"g\"}")));

        assertThat(changed.at("/spec/functions").size()).isEqualTo(1);
        assertThat(changed.text("/spec/functions/0/function_key")).contains("g");
    }

    @Test
    void aConflictInsideAnItemNamesItsKey() {
        apply(aClass("a", functions("{\"function_key\": \"f\", \"image\": \"1\"}")));

        Conflict conflict =
                catchThrowableOfType(
                        Conflict.class,
                        () ->
                                client.apply(
                                        aClass(
                                                "a",
                                                functions(
                                                        "{\"function_key\": \"f\", \"image\":"
                                                                + " \"2\"}")),
                                        OTHERS));

        assertThat(conflict.fields())
                .containsExactly(new OwnedField(".spec.functions[function_key=\"f\"].image", PAWL));
    }

    @Test
    void otherListsAreOneField() {
        apply(aClass("a", "\"package\": \"p\", \"tags\": [\"x\"]"));

        assertThatExceptionOfType(Conflict.class)
                .isThrownBy(() ->
                        client.apply(aClass("a", "\"package\": \"p\", \"tags\": [\"y\"]"), OTHERS))
                .satisfies(e ->
                        assertThat(e.fields()).containsExactly(new OwnedField(".spec.tags", PAWL)));
        assertThat(apply(aClass("a", "\"package\": \"p\", \"tags\": [\"y\"]")).at("/spec/tags"))
                .hasToString("[\"y\"]");
    }

    @Test
    void aManagerThatWritesOwnsWhatItChanged() {
        apply(object(ResourceKind.CLASS_RUNTIME, "a", "\"annotations\": {\"n\": \"1\"}", spec()));
        ClusterClient other = connection(OTHER);

        other.patchMetadata(
                ref(ResourceKind.CLASS_RUNTIME, "a"), "{\"annotations\": {\"n\": \"2\"}}", null);

        assertThatExceptionOfType(Conflict.class)
                .isThrownBy(() ->
                        apply(
                                object(
                                        ResourceKind.CLASS_RUNTIME,
                                        "a",
                                        "\"annotations\": {\"n\": \"1\"}",
                                        spec())))
                .satisfies(e ->
                        assertThat(e.fields())
                                .containsExactly(new OwnedField(".metadata.annotations.n", OTHER)));
    }

    @Test
    void anApplyToAnotherVersionIsRefused() {
        ResourceManifest first = apply(aClass("a", "\"package\": \"p\""));
        apply(aClass("a", "\"package\": \"p\", \"size\": 2"));

        assertThatExceptionOfType(Stale.class)
                .isThrownBy(() ->
                        apply(
                                object(
                                        ResourceKind.CLASS_RUNTIME,
                                        "a",
                                        "\"resourceVersion\": \"%s\""
                                                .formatted(first.resourceVersion()),
                                        spec())));
    }

    @Test
    void anInvalidObjectIsRefusedFieldByField() {
        Invalid invalid =
                catchThrowableOfType(
                        Invalid.class,
                        () -> apply(aClass("a", "\"size\": 0, \"mode\": \"unknown\"")));

        assertThat(invalid.causes())
                .extracting(ClusterException.Cause::field)
                .containsExactlyInAnyOrder("spec.package", "spec.size", "spec.mode");
        assertThat(client.get(ref(ResourceKind.CLASS_RUNTIME, "a"))).isEmpty();
    }

    @Test
    void anApplyWithAnUnknownFieldIsRefused() {
        assertThatExceptionOfType(Invalid.class)
                .isThrownBy(() -> apply(aClass("a", "\"package\": \"p\", \"sise\": 2")))
                .satisfies(e ->
                        assertThat(e.causes())
                                .extracting(ClusterException.Cause::field)
                                .containsExactly("spec.sise"));
    }

    @Test
    void anApplyWithAValueOfAnotherTypeIsRefused() {
        assertThatExceptionOfType(Invalid.class)
                .isThrownBy(() -> apply(aClass("a", "\"package\": \"p\", \"size\": \"big\"")))
                .satisfies(e ->
                        assertThat(e.causes())
                                .extracting(ClusterException.Cause::field)
                                .containsExactly("spec.size"));
    }

    @Test
    void containersPortsAndVariablesAreMergedByTheirKeys() {
        apply(
                deployment(
                        "d",
                        "\"replicas\": 2,",
                        ", \"image\": \"i:1\", \"env\": [{\"name\": \"A\", \"value\": \"1\"}],"
                                + " \"ports\": [{\"containerPort\": 80, \"protocol\": \"TCP\"}]"));
        ResourceManifest partly =
                object(
                        ResourceKind.DEPLOYMENT,
                        "d",
                        "",
                        """
                        "spec": {"template": {"spec": {"containers": [{"name": "web",
                          "env": [{"name": "B", "value": "2"}]}]}}}
                        """);

        ResourceManifest changed = client.apply(partly, OTHERS);
        ResourceManifest later =
                apply(
                        deployment(
                                "d",
                                "\"replicas\": 2,",
                                ", \"image\": \"i:2\", \"ports\":"
                                        + " [{\"containerPort\": 80, \"protocol\": \"TCP\"}]"));

        String container = "/spec/template/spec/containers/0";
        assertThat(changed.at(container + "/env").size()).isEqualTo(2);
        assertThat(later.at(container + "/env").size()).isEqualTo(1);
        assertThat(later.text(container + "/env/0/name")).contains("B");
        assertThat(later.text(container + "/image")).contains("i:2");
        assertThat(later.at(container + "/ports").size()).isEqualTo(1);
        assertThat(later.generation()).isEqualTo(3);
    }

    @Test
    void replicasThatNoManagerAppliedBelongToNone() {
        ResourceManifest created = apply(deployment("d", "", ", \"image\": \"i\""));
        ResourceManifest scaled =
                client.apply(
                        object(ResourceKind.DEPLOYMENT, "d", "", "\"spec\": {\"replicas\": 3}"),
                        OTHERS);

        assertThat(created.at("/spec/replicas").asInt()).isEqualTo(1);
        assertThat(scaled.at("/spec/replicas").asInt()).isEqualTo(3);
        assertThat(apply(deployment("d", "", ", \"image\": \"i\"")).at("/spec/replicas").asInt())
                .isEqualTo(3);
    }

    @Test
    void whatIsEmptyAfterADropIsGone() {
        apply(
                deployment(
                        "d",
                        "",
                        ", \"image\": \"i\", \"env\": [{\"name\": \"A\", \"value\": \"1\"}]"));

        ResourceManifest dropped = apply(deployment("d", "", ", \"image\": \"i\""));

        assertThat(dropped.at("/spec/template/spec/containers/0/env").isMissingNode()).isTrue();
    }

    @Test
    void aPortWithoutProtocolIsATcpPort() {
        String ports = ", \"image\": \"i\", \"ports\": [{\"containerPort\": 80}]";
        apply(deployment("d", "", ports));

        ResourceManifest again = apply(deployment("d", "", ports + ", \"tty\": true"));

        String port = "/spec/template/spec/containers/0/ports";
        assertThat(again.at(port).size()).isEqualTo(1);
        assertThat(again.text(port + "/0/protocol")).contains("TCP");
    }

    @Test
    void anApplyThatChangesNothingMakesNoVersion() {
        ResourceManifest first = apply(aClass("a", "\"package\": \"p\""));

        ResourceManifest second = apply(aClass("a", "\"package\": \"p\""));

        assertThat(second).isEqualTo(first);
    }

    @Test
    void aLeaseIsTakenByOneOfTwo() {
        ResourceManifest lease = apply(lease("", "one"));
        String version = "\"resourceVersion\": \"%s\"".formatted(lease.resourceVersion());

        ResourceManifest taken =
                client.apply(lease(version, "two"), ApplyOptions.by(OTHER).forced());

        assertThat(taken.text("/spec/holderIdentity")).contains("two");
        assertThatExceptionOfType(Stale.class)
                .isThrownBy(() ->
                        client.apply(lease(version, "three"), ApplyOptions.by("third").forced()));
    }

    @Test
    void anApplyToAMissingNamespaceIsRefused() {
        ResourceManifest astray =
                ResourceManifest.parse(
                        """
                        {"apiVersion": "oaas.io/v1alpha1", "kind": "ClassRuntime",
                         "metadata": {"namespace": "no-such", "name": "a"},
                         "spec": {"package": "p"}}
                        """);

        assertThatExceptionOfType(NotFound.class)
                .isThrownBy(() -> apply(astray))
                .withMessageContaining("no-such");
    }

    private ResourceManifest lease(String metadata, String holder) {
        return object(
                ResourceKind.LEASE,
                "leader",
                metadata,
                "\"spec\": {\"holderIdentity\": \"%s\"}".formatted(holder));
    }

    private static String spec() {
        return "\"spec\": {\"package\": \"p\"}";
    }

    private static String functions(String items) {
        return "\"package\": \"p\", \"functions\": [%s]".formatted(items);
    }

    private static JsonNode item(ResourceManifest object, String key) {
        List<JsonNode> found =
                object.at("/spec/functions")
                        .valueStream()
                        .filter(item -> item.path("function_key").asString("").equals(key))
                        .toList();
        assertThat(found).hasSize(1);
        return found.getFirst();
    }
}
