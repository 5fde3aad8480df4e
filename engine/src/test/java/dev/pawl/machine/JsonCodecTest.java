package dev.pawl.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.pawl.run.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JsonCodecTest {
    private static final JsonCodec JSON = JsonCodec.JSON;

    private record Order(
            String name,
            int count,
            List<Size> sizes,
            Instant at,
            Duration took,
            Map<String, Long> more) {}

    private record Nothing() {}

    private enum Size {
        SMALL,
        LARGE
    }

    @Test
    void recordsTimesEnumsAndMapsSurviveARoundTrip() {
        Order order =
                new Order(
                        "ä",
                        3,
                        List.of(Size.SMALL, Size.LARGE),
                        Instant.parse("2026-03-01T10:00:00.123456789Z"),
                        Duration.ofMillis(1500),
                        Map.of("x", Long.MAX_VALUE));
        assertThat(JSON.decode(JSON.encode(order), Order.class)).isEqualTo(order);
        assertThat(JSON.encode(order).text())
                .contains("2026-03-01T10:00:00.123456789Z")
                .contains("SMALL");
        assertThat(JSON.decode(JSON.encode("text"), String.class)).isEqualTo("text");
        assertThat(JSON.decode(JSON.encode(new Nothing()), Nothing.class)).isEqualTo(new Nothing());
    }

    @Test
    void everyValueIsWrittenByItself() {
        for (int i = 0; i < 3; i++) {
            assertThat(JSON.encode(new Box(i)).text()).isEqualTo("{\"content\":" + i + "}");
            assertThat(JSON.encode(i).text()).isEqualTo(String.valueOf(i));
            assertThat(JSON.encode("").text()).isEqualTo("\"\"");
        }
    }

    @Test
    void aValueThatCannotBeWrittenLeavesNothingBehind() {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> JSON.encode(new Box(new Unwritable(true))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("as JSON: not now");
            assertThat(JSON.encode(new Box("x")).text()).isEqualTo("{\"content\":\"x\"}");
        }
    }

    @Test
    void aValueMayEncodeOthersWhileItIsWritten() {
        assertThat(JSON.encode(new Box(new Nested(""))).text())
                .isEqualTo("{\"content\":{\"json\":\"{\\\"content\\\":1}\"}}");
    }

    @Test
    void largeValuesSurviveARoundTrip() {
        for (int length : new int[] {255, 256, 8_000, 100_000, 1_000_000, 1}) {
            String text = "ä".repeat(length);
            assertThat(JSON.decode(JSON.encode(text), String.class)).isEqualTo(text);
        }
    }

    private record Box(Object content) {}

    record Unwritable(boolean refuses) {
        @Override
        public boolean refuses() {
            if (refuses) throw new IllegalStateException("not now");
            return false;
        }
    }

    record Nested(String json) {
        @Override
        public String json() {
            return json + JSON.encode(new Box(1)).text();
        }
    }

    @Test
    void nullIsAValueToo() {
        assertThat(JSON.encode(null).text()).isEqualTo("null");
        assertThat(JSON.decode(JSON.encode(null), Void.class)).isNull();
        assertThat(JSON.decode(JSON.encode(null), String.class)).isNull();
    }

    /// ENG-20 an added or removed field is not an error.
    @Test
    void unknownAndMissingFieldsAreIgnored() {
        Order read =
                JSON.decode(
                        Payload.of("{\"name\":\"a\",\"count\":1,\"color\":\"red\"}"), Order.class);
        assertThat(read.name()).isEqualTo("a");
        assertThat(read.at()).isNull();
    }

    @Test
    void anUnreadableValueIsReportedWithWhatWasExpectedAndFound() {
        for (String text : List.of("", "{", "[]", "{\"count\":\"many\"}")) {
            assertThatThrownBy(() -> JSON.decode(Payload.of(text), Order.class))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected the JSON of a " + Order.class.getName())
                    .hasMessageContaining("found " + text);
        }
        assertThatThrownBy(() -> JSON.decode(Payload.of("\"" + "x".repeat(500)), Order.class))
                .hasMessageContaining("…");
    }

    @Test
    void anUnwritableValueIsReportedWithTheReason() {
        List<Object> loop = new ArrayList<>();
        loop.add(loop);
        assertThatThrownBy(() -> JSON.encode(loop))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot write");
    }

    /// ENG-07 a patch replaces the fields that it contains and keeps the others.
    @Test
    void aPatchKeepsTheFieldsThatItDoesNotContain() {
        assertThat(patch("{\"a\":1,\"b\":2}", "{\"b\":3,\"c\":4}"))
                .isEqualTo("{\"a\":1,\"b\":3,\"c\":4}");
        assertThat(patch("{\"a\":1,\"b\":2}", "{\"a\":null}")).isEqualTo("{\"a\":1,\"b\":2}");
        assertThat(patch("{\"a\":{\"x\":1}}", "{\"a\":{\"y\":2}}")).isEqualTo("{\"a\":{\"y\":2}}");
        assertThat(patch("[1]", "[2]")).isEqualTo("[2]");
        assertThat(patch("{\"a\":1}", "\"text\"")).isEqualTo("\"text\"");
        assertThatThrownBy(() -> patch("{", "{}")).isInstanceOf(IllegalArgumentException.class);
    }

    private static String patch(String before, String after) {
        return JSON.patch(Payload.of(before), Payload.of(after)).text();
    }

    /// An immutable value is kept with its bytes; a mutable one is always read again.
    @Test
    void keepsOnlyImmutableValues() {
        Plain plain = new Plain("a", 1, new Inner(Colour.RED));
        assertThat(JsonCodec.JSON.decode(JsonCodec.JSON.encode(plain), Plain.class))
                .isSameAs(plain);
        Payload stored = Payload.of(JsonCodec.JSON.encode(plain).bytes());
        Plain read = JsonCodec.JSON.decode(stored, Plain.class);
        assertThat(read).isEqualTo(plain).isNotSameAs(plain);
        assertThat(JsonCodec.JSON.decode(stored, Plain.class)).isSameAs(read);
        Listed listed = new Listed(new ArrayList<>(List.of("a")));
        Payload bytes = JsonCodec.JSON.encode(listed);
        assertThat(JsonCodec.JSON.decode(bytes, Listed.class))
                .isEqualTo(listed)
                .isNotSameAs(listed);
        Renamed renamed = new Renamed("a");
        assertThat(JsonCodec.JSON.decode(JsonCodec.JSON.encode(renamed), Renamed.class))
                .isEqualTo(renamed)
                .isNotSameAs(renamed);
    }

    /// A kept value of one type does not hide the bytes from another type.
    @Test
    void readsTheBytesAgainAsAnotherType() {
        Payload bytes = JsonCodec.JSON.encode(new Inner(Colour.RED));
        assertThat(JsonCodec.JSON.decode(bytes, Same.class)).isEqualTo(new Same(Colour.RED));
        assertThat(JsonCodec.JSON.decode(bytes, Inner.class)).isEqualTo(new Inner(Colour.RED));
    }

    enum Colour {
        RED
    }

    record Plain(String name, int size, Inner inner) {}

    record Inner(Colour colour) {}

    record Same(Colour colour) {}

    record Listed(List<String> names) {}

    record Renamed(@JsonProperty("other") String name) {}
}
