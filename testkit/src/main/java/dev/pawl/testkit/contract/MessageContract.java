package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A store keeps messages until they are taken, documents until they are deleted, and the last id
/// forever.
interface MessageContract extends StoreTrial {

    private static Commit messages(List<Message> sent, List<Message> taken) {
        return Commit.NONE.sending(sent).taking(taken);
    }

    private static NamedDocument document(
            NamedDocument.Kind kind, String name, @Nullable String body) {
        return new NamedDocument(kind, name, body == null ? null : Payload.of(body));
    }

    @Test
    default void keepsEveryFieldOfAMessage() {
        List<Message> sent = new ArrayList<>();
        long id = 100;
        for (Message.Kind kind : Message.Kind.values()) {
            for (String text : RunContract.ODD_TEXTS) {
                Payload body = Payload.of(text);
                sent.add(
                        new Message(++id, new RunId(id * 3), kind, text, body, SampleRuns.at(-id)));
            }
        }
        store().commit(messages(sent, List.of()));
        assertThat(store().messages(MANY)).isEqualTo(sent);
        assertThat(reopened().messages(MANY)).isEqualTo(sent);
    }

    @Test
    default void listsTheOldestMessageFirst() {
        Message second = SampleRuns.message(5, 1, "second");
        Message third = SampleRuns.message(9, 1, "third");
        Message first = SampleRuns.message(2, 1, "first");
        store().commit(messages(List.of(third, first), List.of()));
        store().commit(messages(List.of(second), List.of()));
        assertThat(store().messages(10)).containsExactly(first, second, third);
        assertThat(store().messages(2)).containsExactly(first, second);
        assertThat(store().messages(2, 10)).containsExactly(second, third);
        assertThat(store().messages(2, 1)).containsExactly(second);
        assertThat(store().messages(9, 10)).isEmpty();
    }

    @Test
    default void forgetsMessagesThatARunTook() {
        Run run = SampleRuns.minimal(1);
        Message message = SampleRuns.message(7, 1, "go");
        Message other = SampleRuns.message(8, 1, "go");
        start(run);
        store().commit(messages(List.of(message, other), List.of()));
        Commit taking =
                Commit.of(SampleRuns.changed(run.with(run.data().received(message))))
                        .taking(List.of(message));
        store().commit(taking);
        assertThat(store().messages(10)).containsExactly(other);
        assertThat(store().run(run.id()).orElseThrow().data().inbox()).containsExactly(message);
        assertThat(crashed().messages(10)).containsExactly(other);
    }

    @Test
    default void putsReplacesAndDeletesDocuments() {
        store().commit(Commit.of(document(NamedDocument.Kind.QUEUE, "gpu", "{\"slots\":1}")));
        store().commit(Commit.of(document(NamedDocument.Kind.QUEUE, "gpu", "{\"slots\":2}")));
        assertThat(store().documents(NamedDocument.Kind.QUEUE))
                .containsExactly(document(NamedDocument.Kind.QUEUE, "gpu", "{\"slots\":2}"));
        assertThat(reopened().documents(NamedDocument.Kind.QUEUE)).hasSize(1);
        store().commit(Commit.of(document(NamedDocument.Kind.QUEUE, "gpu", null)));
        assertThat(store().documents(NamedDocument.Kind.QUEUE)).isEmpty();
        store().commit(Commit.of(document(NamedDocument.Kind.QUEUE, "gpu", null)));
        assertThat(reopened().documents(NamedDocument.Kind.QUEUE)).isEmpty();
    }

    @Test
    default void letsTheLastOfSeveralDocumentsOfOneNameWin() {
        store().commit(
                        Commit.of(
                                document(NamedDocument.Kind.RATE, "a", "{\"n\":1}"),
                                document(NamedDocument.Kind.RATE, "b", "{\"n\":2}"),
                                document(NamedDocument.Kind.RATE, "a", null),
                                document(NamedDocument.Kind.RATE, "b", "{\"n\":3}"),
                                document(NamedDocument.Kind.RATE, "c", null),
                                document(NamedDocument.Kind.RATE, "c", "{\"n\":4}")));
        assertThat(store().documents(NamedDocument.Kind.RATE))
                .containsExactly(
                        document(NamedDocument.Kind.RATE, "b", "{\"n\":3}"),
                        document(NamedDocument.Kind.RATE, "c", "{\"n\":4}"));
    }

    @Test
    default void distinguishesDocumentsOfOneNameByKindAndFindsThemByName() {
        for (NamedDocument.Kind kind : NamedDocument.Kind.values()) {
            store().commit(Commit.of(document(kind, "b", "{\"of\":\"" + kind + "\"}")));
            store().commit(Commit.of(document(kind, "a", "{\"é\": [1, 2.0, \"😀\"] }")));
        }
        store().commit(Commit.of(document(NamedDocument.Kind.POOL, "b", null)));
        reopened();
        for (NamedDocument.Kind kind : NamedDocument.Kind.values()) {
            NamedDocument first = document(kind, "a", "{\"é\": [1, 2.0, \"😀\"] }");
            NamedDocument second = document(kind, "b", "{\"of\":\"" + kind + "\"}");
            if (kind == NamedDocument.Kind.POOL)
                assertThat(store().documents(kind)).containsExactly(first);
            else assertThat(store().documents(kind)).containsExactly(first, second);
        }
    }

    @Test
    default void keepsDocumentsOfAnyNameAndSize() {
        String big = "{\"text\":\"" + "x".repeat(1 << 20) + "\"}";
        for (String name : RunContract.ODD_TEXTS) {
            store().commit(Commit.of(document(NamedDocument.Kind.PERMIT, name, "{}")));
        }
        store().commit(Commit.of(document(NamedDocument.Kind.REPORT, "big", big)));
        assertThat(reopened().documents(NamedDocument.Kind.PERMIT))
                .extracting(NamedDocument::name)
                .containsExactlyInAnyOrderElementsOf(RunContract.ODD_TEXTS);
        assertThat(store().documents(NamedDocument.Kind.REPORT))
                .containsExactly(document(NamedDocument.Kind.REPORT, "big", big));
    }

    @Test
    default void hasTheLastIdZeroWhenNothingWasCommitted() {
        assertThat(store().lastId()).isZero();
        assertThat(reopened().lastId()).isZero();
    }

    @Test
    default void keepsTheGreatestIdOfARunOrAMessage() {
        start(SampleRuns.minimal(50), SampleRuns.minimal(20));
        assertThat(store().lastId()).isEqualTo(50);
        Message message = SampleRuns.message(70, 20, "go");
        store().commit(messages(List.of(message), List.of()));
        assertThat(store().lastId()).isEqualTo(70);
        store().commit(messages(List.of(), List.of(message)));
        assertThat(store().lastId()).isEqualTo(70);
        assertThat(reopened().lastId()).isEqualTo(70);
        assertThat(crashed().lastId()).isEqualTo(70);
        start(SampleRuns.minimal(60));
        assertThat(store().lastId()).isEqualTo(70);
        start(SampleRuns.minimal(80));
        assertThat(store().lastId()).isEqualTo(80);
    }
}
