package dev.pawl.engine.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.internal.decision.DecisionContext;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.run.Links;
import dev.pawl.run.Run;
import dev.pawl.testkit.StoreFactory;
import dev.pawl.testkit.contract.SampleRuns;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// The relatives that learn of the end of a run.
final class RelativesTest {
    @Test
    void areAllFoundAlsoIfTheyAreMoreThanAPage() {
        Store store = StoreFactory.MEMORY.open();
        Run parent = SampleRuns.minimal(1);
        store.commit(Commit.of(SampleRuns.started(parent)));
        int count = Page.LIMIT_MAX + 1;
        Commit.Change[] children = new Commit.Change[count];
        Links links = Links.NONE.withParent(parent.id());
        for (int i = 0; i < count; i++) {
            children[i] = SampleRuns.started(SampleRuns.linked(SampleRuns.minimal(2 + i), links));
        }
        store.commit(Commit.of(children));
        DecisionContext context = DecisionContext.of(Instant.EPOCH, 0, () -> 0);
        DecisionContext found = Relatives.of(store, parent, context);
        assertThat(found.children()).hasSize(count).doesNotHaveDuplicates();
    }
}
