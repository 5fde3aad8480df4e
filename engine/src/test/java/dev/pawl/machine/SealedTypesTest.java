package dev.pawl.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.pawl.run.Payload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/// Sealed types as JSON, and types that cannot be read.
final class SealedTypesTest {
    private static final JsonCodec JSON = JsonCodec.JSON;

    private final int number = 1;

    private static <T> T roundTrip(Object value, Class<T> type) {
        Payload written = JSON.encode(value);
        return JSON.decode(Payload.of(written.text()), type);
    }

    @Test
    void aValueIsReadAsItsOwnClass() {
        List<Event> all =
                List.of(
                        new Paid(7),
                        new Sent("parcel"),
                        new Lost(),
                        Colour.RED,
                        Colour.GREEN,
                        new Plain("p"),
                        new Both(
                                new Paid(1),
                                List.of(Colour.GREEN, new Lost()),
                                Map.of("k", new Paid(2))));
        for (Event each : all) assertThat(roundTrip(each, Event.class)).isEqualTo(each);
        assertThat(roundTrip(new Sent("x"), Shipping.class)).isEqualTo(new Sent("x"));
        assertThat(roundTrip(new Paid(7), Paid.class)).isEqualTo(new Paid(7));
        assertThat(roundTrip(Colour.GREEN, Colour.class)).isEqualTo(Colour.GREEN);
        assertThat(roundTrip(new Holder(Colour.RED, Colour.GREEN), Holder.class))
                .isEqualTo(new Holder(Colour.RED, Colour.GREEN));
    }

    /// Stored data must stay readable for later versions.
    @Test
    void theNameOfTheClassIsStoredWithItsFields() {
        assertThat(JSON.encode(new Paid(7)).text()).isEqualTo("{\"@type\":\"Paid\",\"amount\":7}");
        assertThat(JSON.encode(new Renamed(1)).text()).isEqualTo("{\"@type\":\"first\",\"x\":1}");
        assertThat(JSON.encode(Colour.RED).text()).isEqualTo("[\"Colour\",\"RED\"]");
        assertThat(JSON.encode("text").text()).isEqualTo("\"text\"");
        assertThat(JSON.encode(new Outside(1)).text()).isEqualTo("{\"x\":1}");
    }

    /// The class was used before it became part of a sealed type.
    @Test
    void aValueWrittenWithoutANameIsReadAsItsClass() {
        assertThat(JSON.decode(Payload.of("{\"amount\":7}"), Paid.class)).isEqualTo(new Paid(7));
        assertThat(JSON.decode(Payload.of("\"RED\""), Colour.class)).isEqualTo(Colour.RED);
    }

    @Test
    void anUnknownNameIsRefusedWithTheKnownNames() {
        assertThatThrownBy(() -> JSON.decode(Payload.of("{\"@type\":\"No\"}"), Event.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("No")
                .hasMessageContaining("Paid");
        assertThatThrownBy(() -> JSON.decode(Payload.of("{\"amount\":1}"), Event.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("@type");
    }

    @Test
    void aPatchOfAnotherClassReplaces() {
        Payload paid = JSON.encode(new Paid(7));
        Payload sent = JSON.encode(new Sent("x"));
        assertThat(JSON.patch(paid, sent)).isEqualTo(sent);
        Payload half = Payload.of("{\"@type\":\"Paid\",\"note\":\"n\"}");
        assertThat(JSON.patch(paid, half).text())
                .isEqualTo("{\"@type\":\"Paid\",\"amount\":7,\"note\":\"n\"}");
        Payload unnamed = Payload.of("{\"amount\":7}");
        assertThat(JSON.patch(unnamed, half).text())
                .isEqualTo("{\"amount\":7,\"@type\":\"Paid\",\"note\":\"n\"}");
    }

    @Test
    void aSealedEventStandsForEveryEventThatItPermits() {
        Machine<Event, Event> machine =
                Machine.named("m", Event.class, Event.class)
                        .step("s", a -> a.next(), s -> s.interruptedBy(Shipping.class, "w"))
                        .await("w", w -> w.on(Event.class, "complete"))
                        .build();
        assertThat(machine.definition().events())
                .containsExactly("Both", "Colour", "Lost", "Paid", "Plain", "Sent");
        assertThat(machine.definition().state("s").accepts())
                .extracting(State.Trigger::event)
                .containsExactly("Sent", "Lost");
        Object green = Colour.GREEN;
        assertThat(Machine.eventName(green.getClass())).isEqualTo("Colour");
        assertThatThrownBy(() ->
                        Machine.named("m", String.class, String.class)
                                .await("w", w -> w.on(Event.class, "a").on(Paid.class, "complete"))
                                .step("a", a -> a.next())
                                .build())
                .isInstanceOf(InvalidMachine.class)
                .hasMessageContaining("'w' declares two transitions on Paid");
    }

    @Test
    void typesThatCanBeReadHaveNoFault() {
        List<Class<?>> types =
                List.of(
                        Event.class,
                        Paid.class,
                        Colour.class,
                        Holder.class,
                        String.class,
                        Void.class,
                        Integer.class,
                        Object.class,
                        Map.class,
                        List.class,
                        int[].class,
                        byte[].class,
                        Optional.class,
                        java.time.Instant.class,
                        java.net.URI.class,
                        Chain.class,
                        Ignoring.class,
                        Definition.class,
                        WithGenerics.class,
                        PrivateRecord.class);
        for (Class<?> type : types) {
            assertThat(JSON.fault(type)).as(type.getName()).isEmpty();
        }
    }

    @Test
    void aTypeThatCannotBeReadIsRefusedWhenTheMachineIsBuilt() {
        record Case(Class<?> type, String fault) {}
        class Local {}
        List<Case> cases =
                List.of(
                        new Case(Callable.class, "Callable is an interface that is not sealed"),
                        new Case(AbstractThing.class, "is an abstract class that is not sealed"),
                        new Case(Inner.class, "Inner is an inner class that is not static"),
                        new Case(Local.class, "Local is a local class"),
                        new Case(
                                Deep.class,
                                "in 'things.inside', java.lang.Runnable is an interface"),
                        new Case(Open.class, "OpenPart is an interface that is not sealed"),
                        new Case(Twins.class, "which have the same name"),
                        new Case(Box.class, "Box has type parameters"),
                        new Case(Result.class, "Ok has type parameters"));
        for (Case each : cases) {
            var machine = Machine.named("m", each.type(), String.class).step("s", a -> a.next());
            assertThat(catchThrowable(machine::build))
                    .as(each.type().getName())
                    .isInstanceOf(InvalidMachine.class)
                    .hasMessageContaining("its request " + each.type().getSimpleName())
                    .hasMessageContaining(each.fault());
        }
        assertThatThrownBy(() ->
                        Machine.named("m", String.class, Inner.class)
                                .await("w", w -> w.on(Runnable.class, "complete"))
                                .build())
                .hasMessageContaining("its response Inner")
                .hasMessageContaining("its event Runnable");
    }

    sealed interface Event permits Paid, Shipping, Colour, Plain, Both {}

    record Paid(int amount) implements Event {}

    sealed interface Shipping extends Event permits Sent, Lost {}

    record Sent(String what) implements Shipping {}

    record Lost() implements Shipping {}

    record Plain(String text) implements Event {}

    record Both(Event one, List<Event> more, Map<String, Event> named) implements Event {}

    enum Colour implements Event {
        RED,
        GREEN {
            @Override
            boolean isLight() {
                return true;
            }
        };

        boolean isLight() {
            return false;
        }
    }

    record Holder(Colour plain, Event typed) {}

    record Outside(int x) {}

    sealed interface Named permits Renamed {}

    @JsonTypeName("first")
    record Renamed(int x) implements Named {}

    record Chain(String name, Chain next) {}

    record Ignoring(int x, @JsonIgnore Runnable hook) {}

    record Box<T>(T content) {}

    record WithGenerics(Box<String> box, List<Box<Paid>> boxes) {}

    private record PrivateRecord(int x) {}

    abstract static class AbstractThing {
        public int x;
    }

    class Inner {
        public final int x = number;
    }

    record Deep(List<Part> things) {}

    record Part(Runnable inside) {}

    sealed interface Open permits OpenPart {}

    non-sealed interface OpenPart extends Open {}

    sealed interface Twins permits Twin, Nest.Twin {}

    record Twin() implements Twins {}

    static final class Nest {
        record Twin() implements Twins {}
    }

    sealed interface Result permits Ok {}

    record Ok<T>(T value) implements Result {}
}
