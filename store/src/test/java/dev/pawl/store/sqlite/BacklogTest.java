package dev.pawl.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.store.SampleRuns;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Commits that are durable in the journal and not yet in the tables.
final class BacklogTest {
    private final Backlog backlog = new Backlog();

    @Test
    void aWholeGroupIsTaken() {
        backlog.add(List.of(commit(1), commit(2)), 1);
        assertThat(backlog.take().runs()).hasSize(2);
    }

    /// The tables would record a whole group of which they have only a part.
    @Test
    void aGroupThatWasAddedInPartIsNeverTaken() {
        List<EncodedCommit> group = Arrays.asList(commit(1), null);
        assertThatThrownBy(() -> backlog.add(group, 1)).isInstanceOf(NullPointerException.class);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(backlog::take)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("in part");
        }
        assertThat(backlog.taken().isEmpty()).isTrue();
    }

    private static EncodedCommit commit(long id) {
        return EncodedCommit.of(SampleRuns.commit(SampleRuns.started(id)), _ -> null);
    }
}
