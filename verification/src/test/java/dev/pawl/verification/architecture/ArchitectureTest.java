package dev.pawl.verification.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.pawl.tidy.Repository;
import org.junit.jupiter.api.Test;

/// The compiled modules keep the walls between them.
class ArchitectureTest {
    private static final JavaClasses CLASSES =
            new ClassFileImporter().importPaths(Repository.find().classes());

    @Test
    void allModulesAreSeen() {
        assertThat(CLASSES)
                .extracting(type -> type.getPackageName())
                .contains(
                        "dev.pawl.run",
                        "dev.pawl.store",
                        "dev.pawl.testkit",
                        "dev.pawl.fetch",
                        "dev.pawl.servers",
                        "dev.pawl.benchmarks",
                        "dev.pawl.cli",
                        "dev.pawl.examples");
    }

    @Test
    void modulesSeeOnlyWhatTheyMay() {
        ArchitectureRules.MODULES.check(CLASSES);
    }

    @Test
    void packagesFormNoCycle() {
        ArchitectureRules.NO_PACKAGE_CYCLES.check(CLASSES);
    }

    @Test
    void internalPackagesStayInternal() {
        ArchitectureRules.INTERNAL_PACKAGES_STAY_INTERNAL.check(CLASSES);
    }

    @Test
    void internalsOfTheEngineStayInside() {
        ArchitectureRules.INTERNALS_STAY_INSIDE.check(CLASSES);
    }

    @Test
    void decisionsArePure() {
        ArchitectureRules.DECISIONS_ARE_PURE.check(CLASSES);
    }

    @Test
    void budgetsArePure() {
        ArchitectureRules.BUDGETS_ARE_PURE.check(CLASSES);
    }

    @Test
    void classesAreDecidedPurely() {
        ArchitectureRules.CLASSES_ARE_DECIDED_PURELY.check(CLASSES);
        ArchitectureRules.MANIFESTS_ARE_RENDERED_PURELY.check(CLASSES);
    }

    @Test
    void sqlHasItsPlaces() {
        ArchitectureRules.SQL_HAS_ITS_PLACES.check(CLASSES);
    }

    @Test
    void commandsKnowNoSystem() {
        ArchitectureRules.COMMANDS_KNOW_NO_SYSTEM.check(CLASSES);
    }

    @Test
    void systemsAreRegisteredInOnePlace() {
        ArchitectureRules.SYSTEMS_ARE_REGISTERED_IN_ONE_PLACE.check(CLASSES);
    }

    @Test
    void jsonHasItsPlaces() {
        ArchitectureRules.JSON_HAS_ITS_PLACES.check(CLASSES);
    }

    @Test
    void timeAndThreadsComeFromTheHost() {
        ArchitectureRules.TIME_AND_THREADS_COME_FROM_THE_HOST.check(CLASSES);
    }

    @Test
    void staticFieldsAreConstants() {
        ArchitectureRules.STATIC_FIELDS_ARE_CONSTANTS.check(CLASSES);
    }

    @Test
    void namesSayWhat() {
        ArchitectureRules.NAMES_SAY_WHAT.check(CLASSES);
    }

    @Test
    void packagesAreNullMarked() {
        ArchitectureRules.PACKAGES_ARE_NULL_MARKED.check(CLASSES);
    }
}
