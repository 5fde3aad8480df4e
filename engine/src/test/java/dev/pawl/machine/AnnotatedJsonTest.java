package dev.pawl.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.pawl.run.Payload;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.util.StdConverter;

/// Sealed types with annotations that define how they are written and read.
final class AnnotatedJsonTest {
    private static final JsonCodec JSON = JsonCodec.JSON;

    /// A value is equal after a round trip as each of its types, also inside lists and maps.
    private static void requireKept(Object value, Class<?>... types) {
        for (Class<?> type : types) {
            assertThat(JSON.fault(type)).as(type.getName()).isEmpty();
            Payload written = Payload.of(JSON.encode(value).text());
            assertThat((Object) JSON.decode(written, type)).as(written.text()).isEqualTo(value);
        }
    }

    @Test
    void aPermittedClassMayHaveItsOwnSerializer() {
        requireKept(new Money(5, "EUR"), Price.class, Money.class);
        requireKept(new Free("gift"), Price.class, Free.class);
        requireKept(new Text("x"), Price.class, Text.class);
        requireKept(new Point(1, 2), Price.class, Point.class);
        requireKept(Coin.PENNY, Price.class, Coin.class);
        requireKept(Token.GOLD, Price.class, Token.class);
        requireKept(
                new Prices(
                        new Money(1, "USD"),
                        List.of(new Text("y"), Coin.PENNY, Token.GOLD, new Point(3, 4)),
                        Map.of("k", new Money(2, "EUR")),
                        new Point(5, 6),
                        Token.GOLD),
                Prices.class);
        assertThat(JSON.encode(new Money(5, "EUR")).text()).isEqualTo("[\"Money\",\"5 EUR\"]");
    }

    /// The class was used before it became part of a sealed type.
    @Test
    void aValueWrittenWithoutANameIsReadAsItsClass() {
        assertThat(JSON.decode(Payload.of("\"5 EUR\""), Money.class))
                .isEqualTo(new Money(5, "EUR"));
        assertThat(JSON.decode(Payload.of("\"x\""), Text.class)).isEqualTo(new Text("x"));
    }

    @Test
    void aSealedTypeMayHaveItsOwnDeserializer() {
        requireKept(new Circle(3), Shape.class, Circle.class);
        requireKept(new Square(4), Shape.class, Square.class);
        requireKept(new Shapes(new Circle(1), List.of(new Square(2))), Shapes.class);
        assertThat(JSON.encode(new Circle(3)).text()).isEqualTo("\"circle 3\"");
        requireKept(new Cat("tom"), Animal.class, Cat.class);
        requireKept(new Dog("rex"), Animal.class, Dog.class);
        assertThat(JSON.encode(new Cat("tom")).text()).isEqualTo("{\"name\":\"tom\"}");
    }

    @Test
    void aSealedTypeMayHaveItsOwnFactory() {
        requireKept(new Email("a@b"), Address.class, Email.class);
        requireKept(new Extension(7), Address.class, Phone.class, Extension.class);
        requireKept(
                new Contact(new Email("a@b"), new Extension(1), List.of(new Extension(2))),
                Contact.class);
        assertThat(JSON.encode(new Email("a@b")).text()).isEqualTo("\"a@b\"");
        assertThatThrownBy(() -> JSON.decode(Payload.of("\"a@b\""), Extension.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected a " + Extension.class.getName())
                .hasMessageContaining("found the JSON of " + Email.class.getName());
    }

    @Test
    void aPropertyMayHaveItsOwnSerializer() {
        Outside a = new Outside("a");
        requireKept(
                new Custom(new Plain(1), List.of(new Plain(2)), new Plain(3), new Plain(4)),
                Custom.class);
        requireKept(new Foreign(List.of(a)), Foreign.class);
    }

    @Test
    void typeInfoMayBeOnASuperInterfaceAPropertyOrTheTypeItself() {
        requireKept(new Left(1), Side.class, Left.class);
        requireKept(new Right("r"), Side.class, Right.class);
        assertThat(JSON.encode(new Left(1)).text()).isEqualTo("{\"kind\":\"Left\",\"x\":1}");
        requireKept(new Far(1), Open.class, Far.class);
        requireKept(new Holder(new Left(1), new Far(2), List.of(new Plain(3))), Holder.class);
        requireKept(new Twins.Twin(1), Twins.class);
        requireKept(new Other.Twin(2), Twins.class);
    }

    /// A value is written with its own class, which does not know the list.
    @Test
    void namesMayBeListedInTheSubtypesOfASupertype() {
        requireKept(new Up(1), Way.class, Up.class);
        requireKept(new Down(2), Way.class, Down.class);
        requireKept(new Along(3), Way.class, Along.class);
        assertThat(JSON.encode(new Up(1)).text()).isEqualTo("{\"to\":\"up\",\"x\":1}");
    }

    /// The deserializer knows the type arguments.
    @Test
    void aClassWithTypeParametersMayHaveItsOwnDeserializer() {
        requireKept(new Boxed<>("x"), Boxed.class, Case.class);
    }

    @Test
    void classesWithInconsistentTypeInformationAreRefused() {
        assertThat(JSON.fault(Mixed.class).orElseThrow())
                .contains(Marked.class.getName(), Mixed.class.getName())
                .contains("the same @JsonTypeInfo");
    }

    sealed interface Price permits Money, Free, Text, Point, Coin, Token {}

    @JsonSerialize(using = MoneyWriter.class)
    @JsonDeserialize(using = MoneyReader.class)
    record Money(int amount, String currency) implements Price {}

    record Free(String why) implements Price {}

    record Text(@JsonValue String text) implements Price {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Text {}
    }

    @JsonSerialize(converter = PointWriter.class)
    @JsonDeserialize(converter = PointReader.class)
    record Point(int x, int y) implements Price {}

    @JsonSerialize(using = CoinWriter.class)
    @JsonDeserialize(using = CoinReader.class)
    enum Coin implements Price {
        PENNY
    }

    enum Token implements Price {
        GOLD;

        @JsonValue
        String code() {
            return "au";
        }
    }

    record Prices(
            Price one, List<Price> more, Map<String, Price> named, Point point, Token token) {}

    static final class MoneyWriter extends ValueSerializer<Money> {
        @Override
        public void serialize(Money value, JsonGenerator json, SerializationContext context) {
            json.writeString(value.amount() + " " + value.currency());
        }
    }

    static final class MoneyReader extends ValueDeserializer<Money> {
        @Override
        public Money deserialize(JsonParser json, DeserializationContext context) {
            String[] parts = json.getString().split(" ", -1);
            return new Money(Integer.parseInt(parts[0]), parts[1]);
        }
    }

    static final class PointWriter extends StdConverter<Point, List<Integer>> {
        @Override
        public List<Integer> convert(Point value) {
            return List.of(value.x(), value.y());
        }
    }

    static final class PointReader extends StdConverter<List<Integer>, Point> {
        @Override
        public Point convert(List<Integer> value) {
            return new Point(value.get(0), value.get(1));
        }
    }

    static final class CoinWriter extends ValueSerializer<Coin> {
        @Override
        public void serialize(Coin value, JsonGenerator json, SerializationContext context) {
            json.writeString(value.name().substring(0, 1));
        }
    }

    static final class CoinReader extends ValueDeserializer<Coin> {
        @Override
        public Coin deserialize(JsonParser json, DeserializationContext context) {
            assertThat(json.getString()).isEqualTo("P");
            return Coin.PENNY;
        }
    }

    @JsonSerialize(using = ShapeWriter.class)
    @JsonDeserialize(using = ShapeReader.class)
    sealed interface Shape permits Circle, Square {}

    record Circle(int r) implements Shape {}

    record Square(int a) implements Shape {}

    record Shapes(Shape one, List<Shape> more) {}

    static final class ShapeWriter extends ValueSerializer<Shape> {
        @Override
        public void serialize(Shape value, JsonGenerator json, SerializationContext context) {
            json.writeString(
                    switch (value) {
                        case Circle(var r) -> "circle " + r;
                        case Square(var a) -> "square " + a;
                    });
        }
    }

    static final class ShapeReader extends ValueDeserializer<Shape> {
        @Override
        public Shape deserialize(JsonParser json, DeserializationContext context) {
            String[] parts = json.getString().split(" ", -1);
            int size = Integer.parseInt(parts[1]);
            return parts[0].equals("circle") ? new Circle(size) : new Square(size);
        }
    }

    /// Chooses the class by its fields, as is usual with Jackson.
    @JsonDeserialize(using = AnimalReader.class)
    sealed interface Animal permits Cat, Dog {}

    @JsonDeserialize(using = ValueDeserializer.None.class)
    record Cat(String name) implements Animal {}

    @JsonDeserialize(using = ValueDeserializer.None.class)
    record Dog(String call) implements Animal {}

    static final class AnimalReader extends ValueDeserializer<Animal> {
        @Override
        public Animal deserialize(JsonParser json, DeserializationContext context) {
            JsonNode tree = context.readTree(json);
            Class<? extends Animal> type = tree.has("name") ? Cat.class : Dog.class;
            return context.readTreeAsValue(tree, type);
        }
    }

    sealed interface Address permits Email, Phone {
        @JsonValue
        String text();

        @JsonCreator
        static Address of(String text) {
            return text.contains("@") ? new Email(text) : new Extension(Integer.parseInt(text));
        }
    }

    record Email(String text) implements Address {}

    sealed interface Phone extends Address permits Extension {}

    record Extension(int number) implements Phone {
        @Override
        public String text() {
            return String.valueOf(number);
        }
    }

    record Contact(Address first, Extension second, List<Phone> more) {}

    sealed interface Part permits Plain {}

    record Plain(int x) implements Part {}

    record Outside(String text) implements Runnable {
        @Override
        public void run() {}
    }

    record Custom(
            @JsonSerialize(using = PartWriter.class) @JsonDeserialize(using = PartReader.class)
                    Part one,
            @JsonSerialize(contentUsing = PartWriter.class)
                    @JsonDeserialize(contentUsing = PartReader.class)
                    List<Part> more,
            @JsonDeserialize(using = PlainReader.class) Part read,
            @JsonUnwrapped Plain flat) {}

    record Foreign(
            @JsonSerialize(contentUsing = OutsideWriter.class)
                    @JsonDeserialize(contentUsing = OutsideReader.class)
                    List<Runnable> all) {}

    static final class PartWriter extends ValueSerializer<Part> {
        @Override
        public void serialize(Part value, JsonGenerator json, SerializationContext context) {
            json.writeNumber(((Plain) value).x());
        }
    }

    static final class PartReader extends ValueDeserializer<Part> {
        @Override
        public Part deserialize(JsonParser json, DeserializationContext context) {
            return new Plain(json.getIntValue());
        }
    }

    static final class PlainReader extends ValueDeserializer<Part> {
        @Override
        public Part deserialize(JsonParser json, DeserializationContext context) {
            return new Plain(context.readTree(json).get("x").intValue());
        }
    }

    static final class OutsideWriter extends ValueSerializer<Runnable> {
        @Override
        public void serialize(Runnable value, JsonGenerator json, SerializationContext context) {
            json.writeString(((Outside) value).text());
        }
    }

    static final class OutsideReader extends ValueDeserializer<Runnable> {
        @Override
        public Runnable deserialize(JsonParser json, DeserializationContext context) {
            return new Outside(json.getString());
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    interface Kinds {}

    sealed interface Side extends Kinds permits Left, Right {}

    record Left(int x) implements Side {}

    record Right(String y) implements Side {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    interface Classes {}

    interface Open extends Classes {}

    record Far(int x) implements Open {}

    record Holder(
            Side side,
            Open open,
            @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "which")
                    List<Part> parts) {}

    sealed interface Twins extends Classes permits Twins.Twin, Other.Twin {
        record Twin(int x) implements Twins {}
    }

    static final class Other {
        record Twin(int x) implements Twins {}
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "to")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Up.class, name = "up"),
        @JsonSubTypes.Type(value = Down.class)
    })
    sealed interface Way permits Up, Down, Along {}

    record Up(int x) implements Way {}

    record Down(int x) implements Way {}

    record Along(int x) implements Way {}

    sealed interface Case permits Boxed {}

    @JsonDeserialize(using = BoxedReader.class)
    record Boxed<T>(T content) implements Case {}

    static final class BoxedReader extends ValueDeserializer<Boxed<?>> {
        @Override
        public Boxed<?> deserialize(JsonParser json, DeserializationContext context) {
            return new Boxed<>(context.readTree(json).get("content").stringValue());
        }
    }

    sealed interface Mixed permits Marked, Unmarked {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    record Marked(int x) implements Mixed {}

    record Unmarked(int x) implements Mixed {}
}
