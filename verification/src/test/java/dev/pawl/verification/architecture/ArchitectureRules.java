package dev.pawl.verification.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.pawl.verification.InternalPackages;
import java.util.Set;
import java.util.regex.Pattern;

/// What may know what.
final class ArchitectureRules {
    private static final String VALUES_OF_DECISIONS =
            "dev\\.pawl\\.engine\\.(Command|Limits|Refused)(\\$.*)?";

    private static final String[] COMMANDS_OF_SYSTEMS = {
        "dev.pawl.cli.feeds..",
        "dev.pawl.cli.images..",
        "dev.pawl.cli.diamonds..",
        "dev.pawl.cli.classes.."
    };

    /// Who may see whom; Maven's own walls are a little wider.
    static final ArchRule MODULES =
            layeredArchitecture()
                    .consideringOnlyDependenciesInLayers()
                    .withOptionalLayers(true)
                    .layer("engine")
                    .definedBy("dev.pawl.run..", "dev.pawl.machine..", "dev.pawl.engine..")
                    .layer("store")
                    .definedBy("dev.pawl.store..")
                    .layer("testkit")
                    .definedBy("dev.pawl.testkit..")
                    .layer("servers")
                    .definedBy("dev.pawl.servers..")
                    .layer("benchmarks")
                    .definedBy("dev.pawl.benchmarks..")
                    .layer("fetch")
                    .definedBy("dev.pawl.fetch..")
                    .layer("limiter")
                    .definedBy("dev.pawl.limiter..")
                    .layer("orchestrator")
                    .definedBy(describe("orchestrator", ArchitectureRules::isOfTheOrchestrator))
                    .layer("conformance")
                    .definedBy("dev.pawl.orchestrator.conformance..")
                    .layer("feeds")
                    .definedBy("dev.pawl.feeds..")
                    .layer("images")
                    .definedBy("dev.pawl.images..")
                    .layer("pipeline")
                    .definedBy("dev.pawl.pipeline..")
                    .layer("diamonds")
                    .definedBy("dev.pawl.diamonds..")
                    .layer("controller")
                    .definedBy("dev.pawl.controller..")
                    .layer("classes")
                    .definedBy("dev.pawl.classes..")
                    .layer("cli")
                    .definedBy("dev.pawl.cli..")
                    .layer("examples")
                    .definedBy("dev.pawl.examples..")
                    .whereLayer("engine")
                    .mayNotAccessAnyLayer()
                    .whereLayer("store")
                    .mayOnlyAccessLayers("engine")
                    .whereLayer("testkit")
                    .mayOnlyAccessLayers("engine")
                    .whereLayer("servers")
                    .mayNotAccessAnyLayer()
                    .whereLayer("fetch")
                    .mayOnlyAccessLayers("engine")
                    .whereLayer("limiter")
                    .mayOnlyAccessLayers("engine")
                    .whereLayer("orchestrator")
                    .mayOnlyAccessLayers("engine", "limiter")
                    .whereLayer("conformance")
                    .mayOnlyAccessLayers("engine", "testkit", "limiter", "orchestrator")
                    .whereLayer("feeds")
                    .mayOnlyAccessLayers("engine", "fetch", "limiter", "orchestrator")
                    .whereLayer("images")
                    .mayOnlyAccessLayers("engine", "fetch")
                    .whereLayer("pipeline")
                    .mayOnlyAccessLayers("engine", "limiter")
                    .whereLayer("diamonds")
                    .mayOnlyAccessLayers("engine", "limiter", "pipeline")
                    .whereLayer("controller")
                    .mayOnlyAccessLayers("engine")
                    .whereLayer("classes")
                    .mayOnlyAccessLayers("engine", "controller")
                    .whereLayer("benchmarks")
                    .mayOnlyAccessLayers(
                            "engine",
                            "store",
                            "servers",
                            "fetch",
                            "limiter",
                            "orchestrator",
                            "feeds",
                            "images",
                            "pipeline",
                            "diamonds",
                            "controller",
                            "classes")
                    .whereLayer("examples")
                    .mayOnlyAccessLayers("engine", "store", "orchestrator")
                    .whereLayer("cli")
                    .mayOnlyAccessLayers(
                            "engine",
                            "store",
                            "fetch",
                            "limiter",
                            "orchestrator",
                            "feeds",
                            "images",
                            "pipeline",
                            "diamonds",
                            "controller",
                            "classes",
                            "benchmarks");

    static final ArchRule NO_PACKAGE_CYCLES =
            slices().assignedFrom(new EngineSlices())
                    .should()
                    .beFreeOfCycles()
                    .allowEmptyShould(true);

    static final ArchRule INTERNALS_STAY_INSIDE =
            noClasses()
                    .that()
                    .resideOutsideOfPackages("dev.pawl.engine..")
                    .should()
                    .dependOnClassesThat(describe("are internal", EngineSlices::isInternal))
                    .because("they are no API and change without notice")
                    .allowEmptyShould(true);

    static final ArchRule DECISIONS_ARE_PURE =
            classes()
                    .that()
                    .resideInAPackage("dev.pawl.engine.internal.decision..")
                    .should()
                    .onlyDependOnClassesThat(
                            resideInAnyPackage(
                                            "java.lang..",
                                            "java.time..",
                                            "java.util",
                                            "java.util.function",
                                            "java.util.stream",
                                            "org.jspecify..",
                                            "dev.pawl.run..",
                                            "dev.pawl.machine..",
                                            "dev.pawl.engine.internal.decision..")
                                    .or(
                                            describe(
                                                    "values of the engine",
                                                    type ->
                                                            type.getName()
                                                                    .matches(VALUES_OF_DECISIONS))))
                    .because("a decision depends on its arguments alone")
                    .allowEmptyShould(true);

    static final ArchRule BUDGETS_ARE_PURE =
            classes()
                    .that()
                    .resideInAPackage("dev.pawl.limiter.budget..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java.lang..",
                            "java.time..",
                            "java.util..",
                            "org.jspecify..",
                            "dev.pawl.machine..",
                            "dev.pawl.limiter.budget..")
                    .because("what a budget grants depends on its state and the time alone")
                    .allowEmptyShould(true);

    private static final String[] DECISIONS_OF_CLASSES = {
        "dev.pawl.classes.resource..",
        "dev.pawl.classes.observation..",
        "dev.pawl.classes.template..",
        "dev.pawl.classes.evaluation..",
        "dev.pawl.classes.status..",
        "dev.pawl.classes.enforcement..",
        "dev.pawl.classes.analysis..",
        "dev.pawl.classes.metrics.."
    };

    /// Renderers and readers also know manifests and JSON.
    private static final String[] MANIFESTS_OF_CLASSES = {
        "dev.pawl.classes.resource.format..",
        "dev.pawl.classes.observation..",
        "dev.pawl.classes.template.."
    };

    private static final DescribedPredicate<JavaClass> PURE_VALUES =
            resideInAnyPackage(
                            "java.lang..",
                            "java.time..",
                            "java.util",
                            "java.util.function",
                            "java.util.stream",
                            "org.jspecify..",
                            "dev.pawl.run..")
                    .or(resideInAnyPackage(DECISIONS_OF_CLASSES))
                    .or(
                            describe(
                                    "keys of objects",
                                    type ->
                                            type.getName()
                                                    .equals("dev.pawl.controller.ObjectKey")));

    static final ArchRule CLASSES_ARE_DECIDED_PURELY =
            classes()
                    .that()
                    .resideInAnyPackage(DECISIONS_OF_CLASSES)
                    .and()
                    .resideOutsideOfPackages(MANIFESTS_OF_CLASSES)
                    .should()
                    .onlyDependOnClassesThat(PURE_VALUES)
                    .andShould(new Deterministic())
                    .because("what a class needs depends on what was seen and the time alone")
                    .allowEmptyShould(true);

    static final ArchRule MANIFESTS_ARE_RENDERED_PURELY =
            classes()
                    .that()
                    .resideInAnyPackage(MANIFESTS_OF_CLASSES)
                    .should()
                    .onlyDependOnClassesThat(
                            PURE_VALUES.or(
                                    resideInAnyPackage(
                                            "tools.jackson..",
                                            "java.security",
                                            "java.nio.charset",
                                            "dev.pawl.classes.cluster")))
                    .andShould(new Deterministic())
                    .because("equal inputs must give equal bytes")
                    .allowEmptyShould(true);

    static final ArchRule INTERNAL_PACKAGES_STAY_INTERNAL =
            classes()
                    .should(
                            new ArchCondition<>("use no internal package of another module") {
                                @Override
                                public void check(JavaClass type, ConditionEvents events) {
                                    for (Dependency use : type.getDirectDependenciesFromSelf()) {
                                        String to = use.getTargetClass().getPackageName();
                                        boolean open =
                                                InternalPackages.areOpenTo(
                                                        to, type.getPackageName());
                                        events.add(
                                                new SimpleConditionEvent(
                                                        type, open, use.getDescription()));
                                    }
                                }
                            })
                    .because("what is public for the sake of its own module may change at any time")
                    .allowEmptyShould(true);

    static final ArchRule SQL_HAS_ITS_PLACES =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "dev.pawl.store..", "dev.pawl.benchmarks..", "dev.pawl.servers..")
                    .and(areNot("dev\\.pawl\\.cli\\.store\\.Sql\\w*"))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("java.sql..", "javax.sql..")
                    .because("only stores, yardsticks, servers of tests and pawl sql speak SQL")
                    .allowEmptyShould(true);

    static final ArchRule COMMANDS_KNOW_NO_SYSTEM =
            noClasses()
                    .that()
                    .resideInAPackage("dev.pawl.cli..")
                    .and()
                    .resideOutsideOfPackages(COMMANDS_OF_SYSTEMS)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.pawl.orchestrator..",
                            "dev.pawl.pipeline..",
                            "dev.pawl.feeds..",
                            "dev.pawl.images..",
                            "dev.pawl.diamonds..",
                            "dev.pawl.controller..",
                            "dev.pawl.classes..")
                    .because("the generic commands know a system by its CommandGroup alone")
                    .allowEmptyShould(true);

    static final ArchRule SYSTEMS_ARE_REGISTERED_IN_ONE_PLACE =
            noClasses()
                    .that()
                    .resideInAPackage("dev.pawl.cli..")
                    .and()
                    .resideOutsideOfPackages(COMMANDS_OF_SYSTEMS)
                    .and(areNot("dev\\.pawl\\.cli\\.CommandLines"))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(COMMANDS_OF_SYSTEMS)
                    .because("CommandLines lists the groups, and nothing else knows them")
                    .allowEmptyShould(true);

    static final ArchRule JSON_HAS_ITS_PLACES =
            noClasses()
                    .that(
                            areNot(
                                    "dev\\.pawl\\.(machine\\.(JsonCodec|json\\.\\w+)"
                                            + "|engine\\.control\\.Json)"))
                    .and()
                    .resideOutsideOfPackages(
                            "dev.pawl.feeds..", "dev.pawl.diamonds..", "dev.pawl.classes..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("tools.jackson..", "com.fasterxml..")
                    .because(
                            "the JSON library must be replaceable in one place; feeds, diamonds"
                                    + " and classes read other people's JSON, piece by piece")
                    .allowEmptyShould(true);

    static final ArchRule TIME_AND_THREADS_COME_FROM_THE_HOST =
            classes()
                    .that()
                    .resideInAnyPackage("dev.pawl.run..", "dev.pawl.machine..", "dev.pawl.engine..")
                    .and()
                    .resideOutsideOfPackage("dev.pawl.engine.control..")
                    .and(areNot("dev\\.pawl\\.engine\\.RealHost"))
                    .should(new Deterministic())
                    .allowEmptyShould(true);

    static final ArchRule STATIC_FIELDS_ARE_CONSTANTS =
            fields().that()
                    .areStatic()
                    .and(are(describe("not synthetic", field -> !isSynthetic(field))))
                    .should()
                    .beFinal()
                    .andShould()
                    .notHaveRawType(describe("mutable", ArchitectureRules::isMutable))
                    .because("state belongs to an object that is opened and closed")
                    .allowEmptyShould(true);

    static final ArchRule NAMES_SAY_WHAT =
            classes()
                    .should()
                    .haveNameNotMatching(
                            ".*[.$](\\w*(Impl|Utils?|Helper|Manager|Base|Processor)|Abstract\\w*)")
                    .because("a name says what a thing is, not what kind of class it is")
                    .allowEmptyShould(true);

    static final ArchRule PACKAGES_ARE_NULL_MARKED =
            classes()
                    .should(
                            new ArchCondition<>("be in a package that is @NullMarked") {
                                @Override
                                public void check(JavaClass type, ConditionEvents events) {
                                    boolean marked =
                                            type.getPackage()
                                                    .isAnnotatedWith(
                                                            "org.jspecify.annotations.NullMarked");
                                    events.add(
                                            new SimpleConditionEvent(
                                                    type,
                                                    marked,
                                                    type.getPackageName() + " is not @NullMarked"));
                                }
                            })
                    .allowEmptyShould(true);

    private static final Set<String> MUTABLE =
            Set.of(
                    "java.util.ArrayList",
                    "java.util.ArrayDeque",
                    "java.util.LinkedList",
                    "java.util.HashMap",
                    "java.util.LinkedHashMap",
                    "java.util.TreeMap",
                    "java.util.EnumMap",
                    "java.util.HashSet",
                    "java.util.LinkedHashSet",
                    "java.util.TreeSet",
                    "java.lang.StringBuilder");

    private ArchitectureRules() {}

    private static boolean isOfTheOrchestrator(JavaClass type) {
        String name = type.getPackageName();
        return (name + ".").startsWith("dev.pawl.orchestrator.")
                && !name.startsWith("dev.pawl.orchestrator.conformance");
    }

    private static DescribedPredicate<JavaClass> areNot(String names) {
        Pattern pattern = Pattern.compile("(%s)(\\$.*)?".formatted(names));
        return describe("are not " + names, type -> !pattern.matcher(type.getName()).matches());
    }

    private static boolean isSynthetic(JavaField field) {
        return field.getModifiers().contains(JavaModifier.SYNTHETIC);
    }

    private static boolean isMutable(JavaClass type) {
        return MUTABLE.contains(type.getName())
                || type.getPackageName().startsWith("java.util.concurrent")
                || type.isAssignableTo(ThreadLocal.class);
    }
}
