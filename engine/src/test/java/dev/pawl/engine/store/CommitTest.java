package dev.pawl.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Writing;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CommitTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:20:30Z");

    @Test
    void aCommitIsBuiltByName() {
        Message sent = message(1);
        Message taken = message(2);
        NamedDocument pool = new NamedDocument(NamedDocument.Kind.POOL, "p", Payload.of("{}"));
        Guard guard = new Guard.Same(pool);
        Writing sql = tx -> tx.update("select 1");
        Commit commit =
                Commit.NONE
                        .sending(List.of(sent))
                        .taking(List.of(taken))
                        .with(List.of(pool))
                        .writing(List.of(sql))
                        .under(List.of(guard));
        assertThat(commit)
                .isEqualTo(
                        new Commit(
                                List.of(),
                                List.of(sent),
                                List.of(taken),
                                List.of(pool),
                                List.of(sql),
                                List.of(guard)));
    }

    private static Message message(long id) {
        return new Message(id, new RunId(7), Message.Kind.EVENT, "go", Payload.empty(), NOW);
    }
}
