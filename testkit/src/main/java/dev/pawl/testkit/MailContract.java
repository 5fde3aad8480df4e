package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Item;
import dev.pawl.run.Mail;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A store keeps mail until it is taken, items until they are deleted, and the last id for ever.
interface MailContract extends StoreTrial {

    private static Commit mailed(List<Mail> sent, List<Mail> taken) {
        return new Commit(List.of(), sent, taken, List.of(), List.of());
    }

    private static Item item(Item.Kind kind, String name, @Nullable String body) {
        return new Item(kind, name, body == null ? null : Payload.of(body));
    }

    @Test
    default void keepsEveryFieldOfMail() {
        List<Mail> sent = new ArrayList<>();
        long id = 100;
        for (Mail.Kind kind : Mail.Kind.values()) {
            for (String text : RunContract.ODD_TEXTS) {
                Payload body = Payload.of(text);
                sent.add(new Mail(++id, new RunId(id * 3), kind, text, body, Runs.at(-id)));
            }
        }
        store().commit(mailed(sent, List.of()));
        assertThat(store().mail(MANY)).isEqualTo(sent);
        assertThat(reopened().mail(MANY)).isEqualTo(sent);
    }

    @Test
    default void givesTheOldestMailFirst() {
        Mail second = Runs.mail(5, 1, "second");
        Mail third = Runs.mail(9, 1, "third");
        Mail first = Runs.mail(2, 1, "first");
        store().commit(mailed(List.of(third, first), List.of()));
        store().commit(mailed(List.of(second), List.of()));
        assertThat(store().mail(10)).containsExactly(first, second, third);
        assertThat(store().mail(2)).containsExactly(first, second);
    }

    @Test
    default void forgetsMailThatARunTookIn() {
        Run run = Runs.minimal(1);
        Mail mail = Runs.mail(7, 1, "go");
        Mail other = Runs.mail(8, 1, "go");
        start(run);
        store().commit(mailed(List.of(mail, other), List.of()));
        Commit taking =
                new Commit(
                        List.of(Runs.changed(run.with(run.data().received(mail)))),
                        List.of(),
                        List.of(mail),
                        List.of(),
                        List.of());
        store().commit(taking);
        assertThat(store().mail(10)).containsExactly(other);
        assertThat(store().run(run.id()).orElseThrow().data().inbox()).containsExactly(mail);
        assertThat(crashed().mail(10)).containsExactly(other);
    }

    @Test
    default void putsReplacesAndDeletesItems() {
        store().commit(Commit.of(item(Item.Kind.QUEUE, "gpu", "{\"slots\":1}")));
        store().commit(Commit.of(item(Item.Kind.QUEUE, "gpu", "{\"slots\":2}")));
        assertThat(store().items(Item.Kind.QUEUE))
                .containsExactly(item(Item.Kind.QUEUE, "gpu", "{\"slots\":2}"));
        assertThat(reopened().items(Item.Kind.QUEUE)).hasSize(1);
        store().commit(Commit.of(item(Item.Kind.QUEUE, "gpu", null)));
        assertThat(store().items(Item.Kind.QUEUE)).isEmpty();
        store().commit(Commit.of(item(Item.Kind.QUEUE, "gpu", null)));
        assertThat(reopened().items(Item.Kind.QUEUE)).isEmpty();
    }

    @Test
    default void letsTheLastOfSeveralItemsOfOneNameWin() {
        store().commit(
                        Commit.of(
                                item(Item.Kind.RATE, "a", "{\"n\":1}"),
                                item(Item.Kind.RATE, "b", "{\"n\":2}"),
                                item(Item.Kind.RATE, "a", null),
                                item(Item.Kind.RATE, "b", "{\"n\":3}"),
                                item(Item.Kind.RATE, "c", null),
                                item(Item.Kind.RATE, "c", "{\"n\":4}")));
        assertThat(store().items(Item.Kind.RATE))
                .containsExactly(
                        item(Item.Kind.RATE, "b", "{\"n\":3}"),
                        item(Item.Kind.RATE, "c", "{\"n\":4}"));
    }

    @Test
    default void tellsItemsOfOneNameApartByKindAndGivesThemByName() {
        for (Item.Kind kind : Item.Kind.values()) {
            store().commit(Commit.of(item(kind, "b", "{\"of\":\"" + kind + "\"}")));
            store().commit(Commit.of(item(kind, "a", "{\"é\": [1, 2.0, \"😀\"] }")));
        }
        store().commit(Commit.of(item(Item.Kind.POOL, "b", null)));
        reopened();
        for (Item.Kind kind : Item.Kind.values()) {
            Item first = item(kind, "a", "{\"é\": [1, 2.0, \"😀\"] }");
            Item second = item(kind, "b", "{\"of\":\"" + kind + "\"}");
            if (kind == Item.Kind.POOL) assertThat(store().items(kind)).containsExactly(first);
            else assertThat(store().items(kind)).containsExactly(first, second);
        }
    }

    @Test
    default void keepsItemsOfAnyNameAndSize() {
        String big = "{\"text\":\"" + "x".repeat(1 << 20) + "\"}";
        for (String name : RunContract.ODD_TEXTS) {
            store().commit(Commit.of(item(Item.Kind.PERMIT, name, "{}")));
        }
        store().commit(Commit.of(item(Item.Kind.REPORT, "big", big)));
        assertThat(reopened().items(Item.Kind.PERMIT))
                .extracting(Item::name)
                .containsExactlyInAnyOrderElementsOf(RunContract.ODD_TEXTS);
        assertThat(store().items(Item.Kind.REPORT))
                .containsExactly(item(Item.Kind.REPORT, "big", big));
    }

    @Test
    default void hasTheLastIdZeroWhenNothingWasCommitted() {
        assertThat(store().lastId()).isZero();
        assertThat(reopened().lastId()).isZero();
    }

    @Test
    default void keepsTheGreatestIdOfARunOrOfMail() {
        start(Runs.minimal(50), Runs.minimal(20));
        assertThat(store().lastId()).isEqualTo(50);
        Mail mail = Runs.mail(70, 20, "go");
        store().commit(mailed(List.of(mail), List.of()));
        assertThat(store().lastId()).isEqualTo(70);
        store().commit(mailed(List.of(), List.of(mail)));
        assertThat(store().lastId()).isEqualTo(70);
        assertThat(reopened().lastId()).isEqualTo(70);
        assertThat(crashed().lastId()).isEqualTo(70);
        start(Runs.minimal(60));
        assertThat(store().lastId()).isEqualTo(70);
        start(Runs.minimal(80));
        assertThat(store().lastId()).isEqualTo(80);
    }
}
