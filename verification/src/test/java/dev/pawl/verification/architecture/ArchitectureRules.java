package dev.pawl.verification.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.regex.Pattern;

/// What may know what.
final class ArchitectureRules {
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
                    .layer("orchestrator")
                    .definedBy("dev.pawl.orchestrator..")
                    .layer("feeds")
                    .definedBy("dev.pawl.feeds..")
                    .layer("images")
                    .definedBy("dev.pawl.images..")
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
                    .whereLayer("orchestrator")
                    .mayOnlyAccessLayers("engine")
                    .whereLayer("feeds")
                    .mayOnlyAccessLayers("engine", "orchestrator")
                    .whereLayer("images")
                    .mayOnlyAccessLayers("engine")
                    .whereLayer("benchmarks")
                    .mayOnlyAccessLayers(
                            "engine", "store", "servers", "orchestrator", "feeds", "images")
                    .whereLayer("examples")
                    .mayOnlyAccessLayers("engine", "store", "orchestrator")
                    .whereLayer("cli")
                    .mayOnlyAccessLayers(
                            "engine", "store", "orchestrator", "feeds", "images", "benchmarks");

    static final ArchRule NO_PACKAGE_CYCLES =
            slices().matching("dev.pawl.(**)").should().beFreeOfCycles().allowEmptyShould(true);

    static final ArchRule SQL_HAS_ITS_PLACES =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "dev.pawl.store..", "dev.pawl.benchmarks..", "dev.pawl.servers..")
                    .and(areNot("dev\\.pawl\\.cli\\.Sql\\w*"))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("java.sql..", "javax.sql..")
                    .because("only stores, yardsticks, servers of tests and pawl sql speak SQL")
                    .allowEmptyShould(true);

    static final ArchRule JSON_HAS_ITS_PLACES =
            noClasses()
                    .that(
                            areNot(
                                    "dev\\.pawl\\.(machine\\.(Json(Codec|Faults)"
                                            + "|Sealed(Json|Types))|engine\\.control\\.Json)"))
                    .and()
                    .resideOutsideOfPackage("dev.pawl.feeds..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("tools.jackson..", "com.fasterxml..")
                    .because(
                            "the JSON library must be replaceable in one place; feeds reads other"
                                    + " people's JSON, piece by piece")
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
