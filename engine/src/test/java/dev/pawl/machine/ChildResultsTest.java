package dev.pawl.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ChildResultsTest {
    private static final Machine<String, String> CHILD =
            Machine.named("child", String.class, String.class)
                    .step("work", a -> a.next("x"))
                    .build();

    /// Retention keeps the children of a live run only up to a limit.
    @Test
    void responsesAreRefusedIfRetentionRemovedAChild() {
        ChildResults<String> results = new ChildResults<>(CHILD, List.of(), 1);
        assertThatThrownBy(results::responses)
                .isInstanceOf(ChildrenFailed.class)
                .hasMessageContaining("1 children are no longer stored")
                .hasMessageContaining("retention")
                .hasMessageContaining("keep the runs of child longer");
        assertThat(results.completed()).isEmpty();
    }
}
