package dev.pawl.images.archive.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.images.archive.Policy;
import dev.pawl.images.archive.Rule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Hostile archives do no harm, and each is refused by the rule that is made for it.
class SelfTestTest {
    @TempDir Path work;

    @Test
    void everyArchiveGetsItsVerdictAndHarmsNothing() throws IOException {
        List<SelfTest.Result> results = SelfTest.run(work);

        assertThat(results).hasSizeGreaterThan(2 * 40);
        assertThat(results).filteredOn(result -> !result.isPassed()).isEmpty();
        assertThat(work).isEmptyDirectory();
    }

    @Test
    void namesAreUnique() {
        assertThat(HostileArchives.all()).extracting(HostileArchive::name).doesNotHaveDuplicates();
    }

    @Test
    void everyRuleIsProvenButTheSizeOfTheArchive() {
        Set<Rule> proven = EnumSet.noneOf(Rule.class);
        for (HostileArchive archive : HostileArchives.all()) {
            archive.verdict(Policy.STRICT).ifPresent(proven::add);
            archive.verdict(Policy.STANDARD).ifPresent(proven::add);
        }

        assertThat(proven)
                .containsExactlyInAnyOrderElementsOf(
                        EnumSet.complementOf(EnumSet.of(Rule.ARCHIVE_SIZE)));
    }
}
