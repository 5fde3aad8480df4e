package dev.pawl.images.archive.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.images.archive.rule.ArchivePolicy;
import dev.pawl.images.archive.rule.ArchiveRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Hostile archives do no harm, and each is refused by its rule.
class SelfTestTest {
    @TempDir Path work;

    static Stream<Arguments> archives() {
        return HostileArchives.all().stream()
                .flatMap(archive ->
                        Stream.of(ArchivePolicy.STRICT, ArchivePolicy.STANDARD)
                                .map(policy ->
                                        Arguments.of(
                                                archive.name(), policy.name(), archive, policy)));
    }

    @ParameterizedTest(name = "{0} under {1}")
    @MethodSource("archives")
    void theArchiveGetsItsVerdictAndHarmsNothing(
            String name, String rules, HostileArchive archive, ArchivePolicy policy)
            throws IOException {
        SelfTest.Result result = SelfTest.run(work, archive, policy);

        assertThat(result.surveyed()).isEqualTo(result.expected());
        assertThat(result.extracted()).isEqualTo(result.expected());
        assertThat(result.damage()).isEmpty();
        assertThat(result.isPassed()).isTrue();
        assertThat(List.of(result.archive(), result.policy())).isEqualTo(List.of(name, rules));
        assertThat(work).isEmptyDirectory();
    }

    @Test
    void thereIsAnArchiveForEveryAttack() {
        assertThat(HostileArchives.all()).hasSizeGreaterThan(100);
        assertThat(HostileArchives.all()).extracting(HostileArchive::name).doesNotHaveDuplicates();
    }

    @Test
    void everyRuleButTheArchiveSizeIsTested() {
        Set<ArchiveRule> proven = EnumSet.noneOf(ArchiveRule.class);
        for (HostileArchive archive : HostileArchives.all()) {
            archive.verdict(ArchivePolicy.STRICT).ifPresent(proven::add);
            archive.verdict(ArchivePolicy.STANDARD).ifPresent(proven::add);
        }

        assertThat(proven)
                .containsExactlyInAnyOrderElementsOf(
                        EnumSet.complementOf(EnumSet.of(ArchiveRule.ARCHIVE_SIZE)));
    }
}
