package dev.pawl.classes.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.pawl.classes.cluster.ResourceManifest;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Files with classes, and what is wrong with them.
final class ManifestFileTest {
    private static final String CLASS =
            """
            apiVersion: oaas.io/v1alpha1
            kind: ClassRuntime
            metadata:
              name: shop
            spec:
              package_class_key: pkg.shop
              addons: []
              functions:
              - function_key: cart
                provision_config:
                  container_image: img/cart
            """;

    private final ManifestFile file = new ManifestFile("shop.yaml", "here");

    @Test
    void readsEveryDocumentAndAddsTheNamespace() {
        String other = CLASS.replace("name: shop", "name: other\n  namespace: there");
        List<ResourceManifest> read = file.read("---\n" + CLASS + "---\n---\n" + other);
        assertThat(read).extracting(ResourceManifest::name).containsExactly("shop", "other");
        assertThat(read).extracting(ResourceManifest::namespace).containsExactly("here", "there");
        assertThat(read.getFirst().at("/spec/functions/0/function_key").asString())
                .isEqualTo("cart");
    }

    @Test
    void readsJson() {
        ResourceManifest parsed = file.read(CLASS).getFirst();
        assertThat(file.read(parsed.json())).containsExactly(parsed);
    }

    @Test
    void saysWhatIsWrongAndWhere() {
        assertWrong(CLASS + "  : [", "expected YAML in shop.yaml, found ", "in line 12, column 3");
        assertWrong(CLASS.replace("spec:", "metadata:"), "found duplicate key metadata", "line 5");
        assertWrong("", "expected a ClassRuntime in shop.yaml, found no document");
        assertWrong("- 1", "document 1 of shop.yaml: expected an object, found [1]");
        assertWrong(
                CLASS + "---\nkind: Pod\napiVersion: v1\n",
                "document 2 of shop.yaml: expected kind ClassRuntime of apiVersion"
                        + " oaas.io/v1alpha1, found Pod of v1");
        assertWrong("a: b", "found none of none");
        assertWrong(
                CLASS.replace("  name: shop", "  labels: {}"),
                "document 1 of shop.yaml: metadata.name: expected a text, found none");
        assertWrong(
                CLASS.replace("img/cart", "[7]"),
                "spec.functions[0].provision_config.container_image: expected a text, found [7]");
    }

    private void assertWrong(String text, String... parts) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> file.read(text))
                .satisfies(e -> assertThat(e.getMessage()).contains(parts));
    }
}
