package dev.pawl.cli;

import static dev.pawl.cli.ClassesChild.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.engine.control.Json;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `pawl classes` on a simulated cluster, with a manager in another process.
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClassesCommandsTest {
    private Path home;
    private Path directory;
    private Terminal terminal;
    private ClassesChild cluster;
    private ClassesChild manager;

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        directory = temporary;
        home = temporary.resolve("home");
        terminal = new Terminal(home);
        cluster = ClassesChild.start(home, "simulate");
        assertThat(cluster.line("A simulated cluster is at")).contains("http://127.0.0.1:");
        cluster.line("Ctrl-C ends it.");
        manager = ClassesChild.start(home, "run", "--simulated", "--lease", "2s");
        manager.line("leading: this manager controls the classes");
    }

    @AfterAll
    void stop() throws Exception {
        assertThat(manager.interrupt()).isZero();
        assertThat(cluster.interrupt()).isZero();
    }

    private String file(String name, int replicas) {
        return ClassesChild.file(directory, name, replicas).toString();
    }

    private void awaitPhase(String name, String phase) {
        await(
                name + " becomes " + phase,
                () ->
                        terminal.ok("classes", "why", name)
                                .startsWith("%s is %s:".formatted(name, phase)));
    }

    private void assertFails(int code, String message, String... words) {
        Terminal.Answer answer = terminal.run(words);
        assertThat(answer.err()).contains(message);
        assertThat(answer.code()).as(answer.err()).isEqualTo(code);
    }

    @Test
    void aClassRisesBreaksHealsScalesAndIsDeleted() {
        assertThat(terminal.ok("classes", "apply", "-f", file("shop", 1)))
                .contains("Applied default/shop, generation 1");
        awaitPhase("shop", "available");
        assertThat(terminal.ok("classes", "list"))
                .containsPattern("default +shop +available +1/1 +k8s_deployment");
        assertThat(terminal.ok("classes", "show", "shop"))
                .contains("shop in default is available", "CHILDREN", "1 of 1 ready")
                .containsPattern("└─ Pod shop-\\S+  ready")
                .containsPattern("Available +True ")
                .containsPattern("EVENT +AGE +MESSAGE");
        assertThat(terminal.ok("classes", "explain", "shop"))
                .contains("uses the template k8s_deployment", "knative: not possible");
        assertThat(terminal.ok("classes", "decisions", "shop"))
                .contains("available", "actions: ", "ApplyWorkload", "children applied");
        assertThat(terminal.ok("classes", "simulate", "break", "shop", "crashloop"))
                .contains("Broke Deployment/shop: crashloop.");
        awaitPhase("shop", "degraded");
        String why = terminal.ok("classes", "why", "shop");
        assertThat(why).containsPattern("shop is degraded: CrashLoop: Pod shop-\\S+ restart count");
        String words = why.lines().findFirst().orElseThrow().replace("shop is degraded: ", "");
        assertThat(terminal.ok("classes", "show", "shop"))
                .contains("crash loop", words.replace("CrashLoop: ", ""));
        assertThat(terminal.ok("classes", "simulate", "heal", "shop"))
                .contains("Repaired Deployment/shop.");
        awaitPhase("shop", "available");
        terminal.ok("classes", "apply", "-f", file("shop", 3));
        await(
                "three replicas",
                () -> terminal.ok("classes", "show", "shop").contains("3 of 3 ready"));
        assertThat(terminal.ok("classes", "replay")).contains("0 would differ");
        assertThat(terminal.ok("classes", "delete", "shop"))
                .contains("default/shop is being deleted");
        await("it is gone", () -> !terminal.ok("classes", "list").contains("shop"));
        assertFails(ExitCode.NOT_FOUND, "no class 'shop'", "classes", "show", "shop");
    }

    @Test
    void aHeldClassSaysWhyAndIsControlledAgainOnceItIsReleased() {
        terminal.ok("classes", "apply", "-f", file("kept", 1));
        awaitPhase("kept", "available");
        assertThat(terminal.ok("classes", "hold", "kept", "--reason", "audit", "--actor", "alice"))
                .contains("default/kept is held: audit (alice).");
        await(
                "the status says it",
                () -> terminal.ok("classes", "list").contains("Held: audit (alice)"));
        assertThat(terminal.ok("classes", "why", "kept"))
                .startsWith("kept is available: Held: audit (alice)");
        terminal.ok("classes", "simulate", "break", "kept", "delete");
        assertThat(terminal.ok("classes", "release", "kept")).contains("is released");
        awaitPhase("kept", "available");
        await(
                "its child is applied again",
                () -> terminal.ok("classes", "show", "kept").contains("1 of 1 ready"));
        assertFails(ExitCode.REFUSED, "is not held", "classes", "release", "kept");
    }

    @Test
    void anotherManagersFieldIsNamedAndTakenOverOnDemand() {
        terminal.ok("classes", "apply", "-f", file("fought", 1));
        awaitPhase("fought", "available");
        terminal.ok("classes", "simulate", "break", "fought", "conflict");
        terminal.ok("classes", "apply", "-f", file("fought", 2));
        awaitPhase("fought", "degraded");
        assertThat(terminal.ok("classes", "why", "fought"))
                .contains("Conflict: Field manager ownership conflict applying Deployment/fought.")
                .contains("owned by kubectl-edit");
    }

    @Test
    void everyAnswerIsJson() {
        String file = file("json", 1);
        terminal.ok("classes", "apply", "-f", file);
        awaitPhase("json", "available");
        String[] lines = {
            "apply -f " + file,
            "list",
            "list -n nowhere",
            "show json",
            "why json",
            "explain json",
            "decisions json",
            "replay",
            "replay json",
            "hold json",
            "release json",
            "crd",
            "install --image img",
            "simulate break json crashloop",
            "simulate heal json",
            "delete json",
        };
        for (String line : lines) {
            Terminal.Answer answer = terminal.run(("classes --json " + line).split(" ", -1));
            assertThat(answer.err()).as(line).isEmpty();
            assertThat(answer.code()).as(line).isZero();
            assertJson(line, answer.out());
        }
    }

    @Test
    void everyErrorIsJson() {
        String[] lines = {
            "",
            "nope",
            "show",
            "show nope",
            "why nope",
            "explain nope",
            "decisions nope",
            "hold nope",
            "release nope",
            "delete nope",
            "delete a/b",
            "apply",
            "apply -f nope.yaml",
            "install",
            "install --image i --profile huge",
            "simulate",
            "simulate break nope crashloop",
            "simulate break nope fire",
            "simulate heal nope",
            "run --lease 1ms",
            "list --simulated --kubeconfig x",
        };
        for (String line : lines) {
            Terminal.Answer answer =
                    terminal.run(("classes --json " + line).strip().split(" ", -1));
            assertThat(answer.out()).as(line).isEmpty();
            assertJson(line, answer.err());
            assertThat(answer.err())
                    .as(line)
                    .startsWith("{\"error\":\"")
                    .contains("\"code\":%d}".formatted(answer.code()));
            assertThat(answer.code()).as(line).isBetween(ExitCode.USAGE, ExitCode.STORE);
        }
    }

    @Test
    void wrongNamesSayWhatThereIs() {
        terminal.ok("classes", "apply", "-f", file("named", 1));
        awaitPhase("named", "available");
        assertFails(
                ExitCode.NOT_FOUND,
                "no class 'nmaed' in namespace default (has: ",
                "classes",
                "show",
                "nmaed");
        assertFails(
                ExitCode.NOT_FOUND,
                "no class 'named' in namespace other (has: none)",
                "classes",
                "hold",
                "named",
                "-n",
                "other");
        assertFails(
                ExitCode.NOT_FOUND,
                "no decision about default/nmaed is recorded (has: ",
                "classes",
                "decisions",
                "nmaed");
        assertFails(
                ExitCode.NOT_FOUND,
                "expected a workload 'x' of default/named, found [named]",
                "classes",
                "simulate",
                "break",
                "named",
                "delete",
                "--workload",
                "x");
        assertFails(
                ExitCode.NOT_FOUND,
                "expected a namespace",
                "classes",
                "apply",
                "-n",
                "nowhere",
                "-f",
                file("other", 1));
    }

    @Test
    void otherCommandsKnowTheRunsOfClasses() {
        terminal.ok("classes", "apply", "-f", file("seen", 1));
        awaitPhase("seen", "available");
        String runs = terminal.ok("runs", "--machine", "controller-class-runtime", "--live");
        assertThat(runs).contains("default/seen");
        assertThat(terminal.ok("verify")).contains("consistent");
    }

    private static void assertJson(String line, String text) {
        List<String> objects = text.startsWith("{\"error") ? text.lines().toList() : List.of(text);
        assertThat(objects).as(line).isNotEmpty();
        for (String each : objects) {
            assertThatCode(() -> Json.payload(each))
                    .as(line + ": " + each)
                    .doesNotThrowAnyException();
        }
    }
}
