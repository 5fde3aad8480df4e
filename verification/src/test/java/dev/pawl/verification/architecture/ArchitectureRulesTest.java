package dev.pawl.verification.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import dev.pawl.verification.Snippets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each rule refuses what it is there for.
class ArchitectureRulesTest {
    private static final ArchRule HOST_ALONE =
            ArchitectureRules.TIME_AND_THREADS_COME_FROM_THE_HOST;
    private static final String MANIFEST = "dev.pawl.classes.cluster.ResourceManifest";

    @TempDir Path directory;

    @Test
    void theEngineMayNotAskTheMachine() throws IOException {
        assertEachIsRefused(
                "return %s;",
                "java.time.Instant.now()",
                "(java.util.function.Supplier<java.time.Instant>) java.time.Instant::now",
                "java.time.LocalDate.now()",
                "java.time.Clock.systemUTC()",
                "System.nanoTime()",
                "System.currentTimeMillis()",
                "new Thread()",
                "Thread.ofVirtual()",
                "Thread.startVirtualThread(null)",
                "java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()",
                "new java.util.concurrent.CompletableFuture<String>()",
                "new java.util.concurrent.Semaphore(1)",
                "new java.util.concurrent.LinkedBlockingQueue<String>()",
                "new java.util.concurrent.locks.ReentrantLock()",
                "new java.util.Random()",
                "new java.security.SecureRandom()",
                "java.util.UUID.randomUUID()",
                "Math.random()",
                "java.util.concurrent.ThreadLocalRandom.current()");
    }

    @Test
    void theEngineMayNotBlock() throws IOException {
        assertEachIsRefused(
                "%s; return null;",
                "wait()",
                "notifyAll()",
                "Thread.sleep(1)",
                "Thread.currentThread().join()",
                "java.util.concurrent.locks.LockSupport.park()");
    }

    @Test
    void theHostAndTheStoreMay() throws IOException {
        String host = "package dev.pawl.engine; class RealHost { class T { { new Thread(); } } }";
        String door = "package dev.pawl.engine.control; class Door { { new Thread(); } }";
        String writer = "package dev.pawl.store; class Writer { { new Thread(); } }";

        assertThat(broken(HOST_ALONE, host, door, writer)).isFalse();
    }

    @Test
    void theEngineMayShareMaps() throws IOException {
        String map = "new java.util.concurrent.ConcurrentHashMap<>()";

        assertThat(broken(HOST_ALONE, bad(0, "return %s;".formatted(map)))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "machine", "engine", "testkit", "examples"})
    void sqlIsTheStoresBusiness(String name) throws IOException {
        assertThat(
                        broken(
                                ArchitectureRules.SQL_HAS_ITS_PLACES,
                                field(name, "Bad", "java.sql.Connection")))
                .isTrue();
    }

    @Test
    void theSqlCommandMaySpeakSql() throws IOException {
        String good = field("cli.store", "SqlCommand", "java.sql.Connection");

        assertThat(broken(ArchitectureRules.SQL_HAS_ITS_PLACES, good)).isFalse();
        assertThat(
                        broken(
                                ArchitectureRules.SQL_HAS_ITS_PLACES,
                                field("cli", "Main", "java.sql.Connection")))
                .isTrue();
    }

    @Test
    void genericCommandsMayNotKnowASystem() throws IOException {
        ArchRule rule = ArchitectureRules.COMMANDS_KNOW_NO_SYSTEM;
        String system = "package dev.pawl.images; public class Images {}";

        assertThat(broken(rule, system, field("cli.shell", "Shell", "dev.pawl.images.Images")))
                .isTrue();
        assertThat(broken(rule, system, field("cli", "Main", "dev.pawl.images.Images"))).isTrue();
        assertThat(broken(rule, system, field("cli.images", "List", "dev.pawl.images.Images")))
                .isFalse();
    }

    @Test
    void onlyTheListOfGroupsMayKnowTheCommandsOfASystem() throws IOException {
        ArchRule rule = ArchitectureRules.SYSTEMS_ARE_REGISTERED_IN_ONE_PLACE;
        String group = "package dev.pawl.cli.images; public class Group {}";

        assertThat(broken(rule, group, field("cli", "Root", "dev.pawl.cli.images.Group"))).isTrue();
        assertThat(broken(rule, group, field("cli", "CommandLines", "dev.pawl.cli.images.Group")))
                .isFalse();
    }

    @Test
    void jsonIsTheCodecsBusiness() throws IOException {
        String type = "tools.jackson.databind.JsonNode";

        assertThat(
                        broken(
                                ArchitectureRules.JSON_HAS_ITS_PLACES,
                                field("machine", "JsonCodec", type)))
                .isFalse();
        assertThat(broken(ArchitectureRules.JSON_HAS_ITS_PLACES, field("machine", "Retry", type)))
                .isTrue();
        String supplier = field("diamonds.supplier", "Items", type);
        assertThat(broken(ArchitectureRules.JSON_HAS_ITS_PLACES, supplier)).isFalse();
        String hook = field("pipeline.alert", "Hook", type);
        assertThat(broken(ArchitectureRules.JSON_HAS_ITS_PLACES, hook)).isTrue();
    }

    @Test
    void modulesSeeOnlyWhatTheyMay() throws IOException {
        String store = "package dev.pawl.store; public class SqlStore {}";

        assertThat(
                        broken(
                                ArchitectureRules.MODULES,
                                store,
                                field("cli", "Main", "dev.pawl.store.SqlStore")))
                .isFalse();
        assertThat(
                        broken(
                                ArchitectureRules.MODULES,
                                store,
                                field("run", "Run", "dev.pawl.store.SqlStore")))
                .isTrue();
        assertThat(
                        broken(
                                ArchitectureRules.MODULES,
                                store,
                                field("testkit", "Kit", "dev.pawl.store.SqlStore")))
                .isTrue();
    }

    @Test
    void anotherModuleMayNotUseAnInternalPackage() throws IOException {
        String internal = "package dev.pawl.store.sqlite; public class Journal {}";
        String user = field("cli", "Main", "dev.pawl.store.sqlite.Journal");
        String owner = field("store", "SqliteStore", "dev.pawl.store.sqlite.Journal");
        ArchRule rule = ArchitectureRules.INTERNAL_PACKAGES_STAY_INTERNAL;

        assertThat(broken(rule, internal, user)).isTrue();
        assertThat(broken(rule, internal, owner)).isFalse();
    }

    @Test
    void systemsSeeFetchAndFetchSeesNoOrchestrator() throws IOException {
        String client = "package dev.pawl.fetch; public class Client {}";
        String gate = "package dev.pawl.orchestrator; public class Gate {}";

        for (String system : List.of("feeds", "images")) {
            String user = field(system, "User", "dev.pawl.fetch.Client");
            assertThat(broken(ArchitectureRules.MODULES, client, user)).as(system).isFalse();
        }
        String gated = field("fetch", "Gated", "dev.pawl.orchestrator.Gate");
        assertThat(broken(ArchitectureRules.MODULES, gate, gated)).isTrue();
        String fetching = field("orchestrator", "Fetching", "dev.pawl.fetch.Client");
        assertThat(broken(ArchitectureRules.MODULES, client, fetching)).isTrue();
    }

    @Test
    void theOrchestratorSeesTheLimiterAndTheLimiterSeesNoOrchestrator() throws IOException {
        String limiter = "package dev.pawl.limiter; public class Limiter {}";
        String gate = "package dev.pawl.orchestrator; public class Gate {}";

        for (String user : List.of("orchestrator", "feeds")) {
            String limited = field(user, "Limited", "dev.pawl.limiter.Limiter");
            assertThat(broken(ArchitectureRules.MODULES, limiter, limited)).as(user).isFalse();
        }
        String gated = field("limiter", "Gated", "dev.pawl.orchestrator.Gate");
        assertThat(broken(ArchitectureRules.MODULES, gate, gated)).isTrue();
    }

    @Test
    void diamondsSeeThePipelineAndThePipelineSeesNoSystem() throws IOException {
        String limiter = "package dev.pawl.limiter; public class Limiter {}";
        String pipeline = "package dev.pawl.pipeline; public class Pipeline {}";
        String diamonds = "package dev.pawl.diamonds; public class Diamonds {}";
        String fetch = "package dev.pawl.fetch; public class Client {}";
        ArchRule rule = ArchitectureRules.MODULES;

        for (String user : List.of("diamonds.supplier", "cli.diamonds", "benchmarks")) {
            String piped = field(user, "Piped", "dev.pawl.pipeline.Pipeline");
            assertThat(broken(rule, pipeline, piped)).as(user).isFalse();
        }
        for (String user : List.of("pipeline.alert", "diamonds")) {
            String limited = field(user, "Limited", "dev.pawl.limiter.Limiter");
            assertThat(broken(rule, limiter, limited)).as(user).isFalse();
            String fetching = field(user, "Fetching", "dev.pawl.fetch.Client");
            assertThat(broken(rule, fetch, fetching)).as(user).isTrue();
        }
        for (String user : List.of("engine", "limiter", "orchestrator", "feeds", "images")) {
            String piped = field(user, "Piped", "dev.pawl.pipeline.Pipeline");
            assertThat(broken(rule, pipeline, piped)).as(user).isTrue();
        }
        for (String user : List.of("pipeline", "feeds", "images")) {
            String known = field(user, "Known", "dev.pawl.diamonds.Diamonds");
            assertThat(broken(rule, diamonds, known)).as(user).isTrue();
        }
    }

    @Test
    void genericCommandsKnowNeitherDiamondsNorThePipeline() throws IOException {
        String diamonds = "package dev.pawl.diamonds; public class Diamonds {}";
        String pipeline = "package dev.pawl.pipeline; public class Pipeline {}";
        String group = "package dev.pawl.cli.diamonds; public class Group {}";
        ArchRule known = ArchitectureRules.COMMANDS_KNOW_NO_SYSTEM;
        ArchRule registered = ArchitectureRules.SYSTEMS_ARE_REGISTERED_IN_ONE_PLACE;

        String generic = field("cli.shell", "Shell", "dev.pawl.diamonds.Diamonds");
        assertThat(broken(known, diamonds, generic)).isTrue();
        String piped = field("cli.shell", "Shell", "dev.pawl.pipeline.Pipeline");
        assertThat(broken(known, pipeline, piped)).isTrue();
        String own = field("cli.diamonds", "List", "dev.pawl.diamonds.Diamonds");
        assertThat(broken(known, diamonds, own)).isFalse();
        String root = field("cli", "Root", "dev.pawl.cli.diamonds.Group");
        assertThat(broken(registered, group, root)).isTrue();
        String lines = field("cli", "CommandLines", "dev.pawl.cli.diamonds.Group");
        assertThat(broken(registered, group, lines)).isFalse();
    }

    @Test
    void budgetsReadNoClockAndNoStore() throws IOException {
        String host = "package dev.pawl.engine; public class Host {}";
        String impure = field("limiter.budget", "Impure", "dev.pawl.engine.Host");
        assertThat(broken(ArchitectureRules.BUDGETS_ARE_PURE, host, impure)).isTrue();
        String pure = field("limiter.budget", "Pure", "java.time.Instant");
        assertThat(broken(ArchitectureRules.BUDGETS_ARE_PURE, host, pure)).isFalse();
    }

    @Test
    void classesAreDecidedWithoutClockClusterOrJson() throws IOException {
        ArchRule rule = ArchitectureRules.CLASSES_ARE_DECIDED_PURELY;
        String port = "package dev.pawl.classes.cluster; public class ResourceManifest {}";
        String clock =
                "package dev.pawl.classes.evaluation; class Bad { Object o ="
                        + " java.time.Instant.now(); }";

        assertThat(broken(rule, port, field("classes.evaluation", "Bad", MANIFEST))).isTrue();
        assertThat(broken(rule, field("classes.status", "Bad", "java.nio.file.Path"))).isTrue();
        assertThat(broken(rule, clock)).isTrue();
        assertThat(broken(rule, field("classes.evaluation", "Good", "java.time.Instant")))
                .isFalse();
    }

    @Test
    void manifestsAreRenderedWithoutClockOrClient() throws IOException {
        ArchRule rule = ArchitectureRules.MANIFESTS_ARE_RENDERED_PURELY;
        String port = "package dev.pawl.classes.cluster; public class ResourceManifest {}";
        String client = "package dev.pawl.classes.cluster.kubernetes; public class Client {}";
        String type = "dev.pawl.classes.cluster.kubernetes.Client";

        assertThat(broken(rule, port, field("classes.template", "Good", MANIFEST))).isFalse();
        assertThat(broken(rule, client, field("classes.template", "Bad", type))).isTrue();
        assertThat(broken(rule, field("classes.template", "Bad", "java.util.UUID"))).isFalse();
        assertThat(
                        broken(
                                rule,
                                "package dev.pawl.classes.template; class Bad {"
                                        + " Object o = java.util.UUID.randomUUID(); }"))
                .isTrue();
    }

    @Test
    void twoPackagesMayNotKnowEachOther() throws IOException {
        String one = "package dev.pawl.one; public class One { dev.pawl.two.Two two; }";
        String two = "package dev.pawl.two; public class Two { dev.pawl.one.One one; }";

        assertThat(broken(ArchitectureRules.NO_PACKAGE_CYCLES, one, two)).isTrue();
        assertThat(
                        broken(
                                ArchitectureRules.NO_PACKAGE_CYCLES,
                                one,
                                "package dev.pawl.two; public class Two {}"))
                .isFalse();
    }

    @Test
    void internalsOfTheEngineMayUseItsValuesButNotItsFacades() throws IOException {
        String loop = "dev.pawl.engine.internal.loop";
        String value = "package dev.pawl.engine; public class Limits {}";
        String facade = "package dev.pawl.engine; public class Engine { %s.Loop loop; }";
        facade = facade.formatted(loop);
        String options = "package dev.pawl.engine; public class Options { Engine engine; }";
        String uses = "package " + loop + "; public class Loop { dev.pawl.engine.%s it; }";

        ArchRule rule = ArchitectureRules.NO_PACKAGE_CYCLES;
        assertThat(broken(rule, value, facade, options, uses.formatted("Limits"))).isFalse();
        assertThat(broken(rule, value, facade, options, uses.formatted("Engine"))).isTrue();
        assertThat(broken(rule, value, facade, options, uses.formatted("Options"))).isTrue();
    }

    @Test
    void internalsOfFetchMayUseItsValuesButNotItsFacades() throws IOException {
        String value = "package dev.pawl.fetch; public class Key {}";
        String facade = "package dev.pawl.fetch; public class Source { dev.pawl.fetch.s3.S3 s3; }";
        String uses = "package dev.pawl.fetch.s3; public class S3 { dev.pawl.fetch.%s it; }";

        ArchRule rule = ArchitectureRules.NO_PACKAGE_CYCLES;
        assertThat(broken(rule, value, facade, uses.formatted("Key"))).isFalse();
        assertThat(broken(rule, value, facade, uses.formatted("Source"))).isTrue();
    }

    @Test
    void internalsOfTheEngineStayInside() throws IOException {
        String internal = "package dev.pawl.engine.internal.loop; public class Loop {}";
        ArchRule rule = ArchitectureRules.INTERNALS_STAY_INSIDE;

        String outside = field("testkit", "Kit", "dev.pawl.engine.internal.loop.Loop");
        assertThat(broken(rule, internal, outside)).isTrue();
        String inside = field("engine", "Engine", "dev.pawl.engine.internal.loop.Loop");
        assertThat(broken(rule, internal, inside)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.pawl.engine.Host",
                "dev.pawl.engine.store.Store",
                "java.util.concurrent.atomic.AtomicInteger",
                "java.nio.file.Path"
            })
    void aDecisionIsPure(String type) throws IOException {
        String host = "package dev.pawl.engine; public interface Host {}";
        String store = "package dev.pawl.engine.store; public interface Store {}";
        String bad = field("engine.internal.decision", "Decide", type);
        String good = field("engine.internal.decision", "Decide", "java.time.Instant");

        assertThat(broken(ArchitectureRules.DECISIONS_ARE_PURE, host, store, bad)).isTrue();
        assertThat(broken(ArchitectureRules.DECISIONS_ARE_PURE, host, store, good)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "static int count;",
                "static final java.util.HashMap<String, String> CACHE = null;",
                "static final java.util.concurrent.atomic.AtomicLong NEXT = null;",
                "static final ThreadLocal<String> CURRENT = null;"
            })
    void aStaticFieldMayNotChange(String field) throws IOException {
        String bad = "package dev.pawl.run; class Bad { %s }".formatted(field);

        assertThat(broken(ArchitectureRules.STATIC_FIELDS_ARE_CONSTANTS, bad)).isTrue();
    }

    @Test
    void aConstantMayBeStatic() throws IOException {
        String good =
                "package dev.pawl.run; class A { static final int B = 1; { assert B == 1; } }";
        String kind = "package dev.pawl.run; enum Kind { A, B }";

        assertThat(broken(ArchitectureRules.STATIC_FIELDS_ARE_CONSTANTS, good, kind)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "StoreImpl",
                "StringUtils",
                "JsonUtil",
                "RunHelper",
                "RunManager",
                "AbstractRun",
                "RunBase"
            })
    void aNameSaysWhat(String name) throws IOException {
        assertThat(
                        broken(
                                ArchitectureRules.NAMES_SAY_WHAT,
                                "package dev.pawl.run; class %s {}".formatted(name)))
                .isTrue();
    }

    @Test
    void aPackageIsNullMarked() throws IOException {
        String type = "package dev.pawl.run; class Run {}";

        assertThat(broken(ArchitectureRules.PACKAGES_ARE_NULL_MARKED, type)).isTrue();
        assertThat(
                        broken(
                                ArchitectureRules.PACKAGES_ARE_NULL_MARKED,
                                type,
                                "@org.jspecify.annotations.NullMarked package dev.pawl.run;"))
                .isFalse();
    }

    private void assertEachIsRefused(String body, String... expressions) throws IOException {
        String[] sources =
                IntStream.range(0, expressions.length)
                        .mapToObj(i -> bad(i, body.formatted(expressions[i])))
                        .toArray(String[]::new);
        String report = evaluate(HOST_ALONE, sources).getFailureReport().toString();
        for (int i = 0; i < expressions.length; i++) {
            assertThat(report).as(expressions[i]).contains("<dev.pawl.run.Bad%d.f()>".formatted(i));
        }
    }

    private static String bad(int number, String body) {
        return "package dev.pawl.run; class Bad%d { Object f() throws Exception { %s } }"
                .formatted(number, body);
    }

    private static String field(String name, String type, String of) {
        return "package dev.pawl.%s; class %s { %s it; }".formatted(name, type, of);
    }

    private boolean broken(ArchRule rule, String... sources) throws IOException {
        return evaluate(rule, sources).hasViolation();
    }

    private EvaluationResult evaluate(ArchRule rule, String... sources) throws IOException {
        Path fresh = Files.createTempDirectory(directory, "snippet");
        return rule.evaluate(new ClassFileImporter().importPath(Snippets.compile(fresh, sources)));
    }
}
