package dev.pawl.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InboxSummaryTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:10Z");

    @Test
    void countsMessagesByNameOrKindWithTheTimeOfTheOldest() {
        List<Message> inbox = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            inbox.add(message(i, Message.Kind.EVENT, "Paid", NOW.minusSeconds(9 - i)));
        }
        inbox.add(message(7, Message.Kind.PREDECESSOR_ENDED, "COMPLETED", NOW.minusSeconds(1)));
        InboxSummary summary = InboxSummary.of(inbox);
        assertThat(summary.text(NOW))
                .isEqualTo(
                        "3 × Paid (the oldest sent 9s ago), 1 × predecessor ended (sent 1s ago)");
        assertThat(summary.lines().getFirst())
                .isEqualTo(new InboxSummary.Line("Paid", 3, NOW.minusSeconds(9)));
    }

    private static Message message(long id, Message.Kind kind, String name, Instant at) {
        return new Message(id, new RunId(1), kind, name, Payload.of("{}"), at);
    }
}
