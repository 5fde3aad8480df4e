package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `pawl classes` where there is no cluster, no store, or nothing right in a file.
@Timeout(60)
class ClassesWithoutClusterTest {
    @TempDir Path directory;

    private Terminal terminal() {
        return new Terminal(
                List.of("--home", directory.resolve("home").toString()),
                Map.of("HOME", directory.toString()));
    }

    private void assertFails(int code, String message, String... words) {
        Terminal.Answer answer = terminal().run(words);
        assertThat(answer.err()).contains(message);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.code()).as(answer.err()).isEqualTo(code);
    }

    private String kubeconfig(String content) throws IOException {
        return Files.writeString(directory.resolve("config"), content).toString();
    }

    @Test
    void withoutAClusterEveryCommandSaysHowToGetOne() {
        String start = "no cluster is known: name one with --kubeconfig FILE, or start one with";
        assertFails(ExitCode.STORE, start, "classes", "list");
        assertFails(ExitCode.STORE, start, "classes", "run");
        assertFails(ExitCode.STORE, start, "classes", "show", "shop");
        String simulated = "start one with `pawl classes simulate`";
        assertFails(ExitCode.STORE, simulated, "classes", "run", "--simulated");
        assertFails(ExitCode.STORE, simulated, "classes", "list", "--simulated");
        assertFails(ExitCode.STORE, simulated, "classes", "simulate", "heal", "shop");
    }

    @Test
    void aWrongKubeconfigIsNamed() throws IOException {
        assertFails(
                ExitCode.USAGE, "found none at", "classes", "list", "--kubeconfig", "nope.yaml");
        assertFails(
                ExitCode.USAGE,
                "exclude each other",
                "classes",
                "list",
                "--simulated",
                "--kubeconfig",
                "x");
        String garbage = kubeconfig("{ not: [a kubeconfig");
        assertFails(ExitCode.USAGE, garbage, "classes", "list", "--kubeconfig", garbage);
    }

    @Test
    void aServerThatDoesNotAnswerIsAClusterErrorAndNotABug() throws IOException {
        String config =
                kubeconfig(
                        """
                        apiVersion: v1
                        kind: Config
                        current-context: a
                        clusters: [{name: a, cluster: {server: "http://127.0.0.1:1"}}]
                        users: [{name: a, user: {}}]
                        contexts: [{name: a, context: {cluster: a, user: a}}]
                        """);
        assertFails(
                ExitCode.STORE,
                "the cluster does not answer: GET /apis/oaas.io/v1alpha1",
                "classes",
                "run",
                "--kubeconfig",
                config);
        assertFails(
                ExitCode.STORE,
                "the cluster does not answer",
                "classes",
                "why",
                "shop",
                "--kubeconfig",
                config);
    }

    @Test
    void aWrongFileIsRefusedBeforeTheClusterIsAsked() {
        Path file = ClassesChild.file(directory, "shop", -1);
        assertFails(
                ExitCode.USAGE,
                "min_scale: expected a whole number of at least 0, found -1",
                "classes",
                "apply",
                "-f",
                file.toString());
        ClassesChild.file(directory, "a: [");
        assertFails(
                ExitCode.USAGE,
                "expected YAML in %s, found ".formatted(file),
                "classes",
                "apply",
                "-f",
                file.toString());
        ClassesChild.file(directory, "kind: Pod\napiVersion: v1\n");
        assertFails(
                ExitCode.USAGE,
                "document 1 of %s: expected kind ClassRuntime".formatted(file),
                "classes",
                "apply",
                "-f",
                file.toString());
        assertFails(ExitCode.NOT_FOUND, "no file nope.yaml", "classes", "apply", "-f", "nope.yaml");
    }

    @Test
    void withoutAStoreThereAreNoDecisions() {
        assertFails(ExitCode.STORE, "no store in", "classes", "decisions", "shop");
        assertFails(ExitCode.STORE, "no store in", "classes", "replay");
    }

    @Test
    void aStoreThatNoManagerHasUsedSaysSo() throws InterruptedException {
        Reviews.leave(directory.resolve("home"));
        assertFails(ExitCode.STORE, "no manager has used", "classes", "decisions", "shop");
        assertFails(ExitCode.STORE, "no manager has used", "classes", "replay");
    }

    @Test
    void theManifestsNeedNoCluster() {
        assertThat(terminal().ok("classes", "crd"))
                .contains("kind: \"CustomResourceDefinition\"", "name: \"classruntimes.oaas.io\"");
        assertThat(terminal().ok("classes", "install", "--image", "registry/pawl:1", "-n", "here"))
                .contains(
                        "kind: \"CustomResourceDefinition\"",
                        "kind: \"ServiceAccount\"",
                        "kind: \"ClusterRole\"",
                        "kind: \"ClusterRoleBinding\"",
                        "kind: \"Deployment\"",
                        "image: \"registry/pawl:1\"",
                        "namespace: \"here\"");
        assertFails(ExitCode.USAGE, "--image", "classes", "install");
        assertFails(
                ExitCode.USAGE,
                "--profile must be one of dev, edge, full, found 'huge'",
                "classes",
                "install",
                "--image",
                "i",
                "--profile",
                "huge");
    }
}
