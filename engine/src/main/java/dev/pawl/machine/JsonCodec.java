package dev.pawl.machine;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.pawl.run.Payload;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The default codec: JSON, with records, times and enums as Jackson writes them, and sealed types
/// with the name of the class in the field `@type`.
public final class JsonCodec implements Codec {
    /// The one instance; it has no state.
    public static final JsonCodec JSON = new JsonCodec();

    private static final Payload NULL = Payload.of("null");

    private final JsonMapper mapper =
            JsonMapper.builder()
                    .annotationIntrospector(new SealedJson())
                    .addMixIn(State.class, StateKind.class)
                    .build();
    // Finding out how a type is read and written costs more than doing it.
    private final Map<Class<?>, ObjectReader> readers = new ConcurrentHashMap<>();
    private final Map<Class<?>, ObjectWriter> writers = new ConcurrentHashMap<>();

    private JsonCodec() {}

    @Override
    public Payload encode(@Nullable Object value) {
        if (value == null) return NULL;
        try {
            ObjectWriter writer = writers.computeIfAbsent(value.getClass(), this::writer);
            return keeping(Payload.of(writer.writeValueAsBytes(value)), value);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "cannot write %s as JSON: %s"
                            .formatted(value.getClass().getName(), e.getOriginalMessage()),
                    e);
        }
    }

    @Override
    public <T extends @Nullable Object> T decode(Payload payload, Class<T> type) {
        Object kept = payload.value();
        if (type.isInstance(kept)) return type.cast(kept);
        try {
            ObjectReader reader =
                    readers.computeIfAbsent(written(type, payload), mapper::readerFor);
            T value = reader.readValue(payload.bytes());
            if (value != null) keeping(payload, value);
            return value;
        } catch (JacksonException e) {
            throw unreadable(type.getName(), payload, e);
        }
    }

    /// A constant of an enum that a sealed type permits is written with its class: what reads it
    /// may know only the sealed type.
    private ObjectWriter writer(Class<?> type) {
        Class<?> above = isConstant(type) ? SealedTypes.above(type) : null;
        return mapper.writerFor(above == null ? type : above);
    }

    /// Returns the type by which a value was written: a constant with its class is an array.
    private static Class<?> written(Class<?> type, Payload payload) {
        Class<?> above = isConstant(type) ? SealedTypes.above(type) : null;
        return above != null && payload.text().startsWith("[") ? above : type;
    }

    private static boolean isConstant(Class<?> type) {
        return Enum.class.isAssignableFrom(type);
    }

    @Override
    public Optional<String> fault(Class<?> type) {
        return JsonFaults.of(mapper, type);
    }

    /// Steps read what steps before them wrote: a value that never changes need not be read again.
    private static Payload keeping(Payload payload, Object value) {
        if (PlainRecords.contain(value.getClass())) payload.keep(value);
        return payload;
    }

    @Override
    public Payload patch(Payload before, Payload after) {
        JsonNode base = tree(before);
        JsonNode over = tree(after);
        if (!(base instanceof ObjectNode target) || !(over instanceof ObjectNode source)) {
            return after;
        }
        // The fields of one class are none of another's.
        if (isOfAnother(target, source)) return after;
        source.properties().stream()
                .filter(field -> !field.getValue().isNull())
                .forEach(field -> target.set(field.getKey(), field.getValue()));
        return Payload.of(mapper.writeValueAsBytes(target));
    }

    private static boolean isOfAnother(ObjectNode before, ObjectNode after) {
        JsonNode name = after.get(SealedJson.FIELD);
        JsonNode was = before.get(SealedJson.FIELD);
        // A value that was written before its class was sealed has no name.
        return name != null && was != null && !name.equals(was);
    }

    private JsonNode tree(Payload payload) {
        try {
            return mapper.readTree(payload.bytes());
        } catch (JacksonException e) {
            throw unreadable("value", payload, e);
        }
    }

    private static IllegalArgumentException unreadable(
            String type, Payload payload, JacksonException cause) {
        return new IllegalArgumentException(
                "expected the JSON of a %s, found %s: %s"
                        .formatted(type, excerpt(payload), cause.getOriginalMessage()),
                cause);
    }

    private static String excerpt(Payload payload) {
        String text = payload.text();
        return text.length() <= 80 ? text : text.substring(0, 79) + "…";
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = State.Step.class, name = "step"),
        @JsonSubTypes.Type(value = State.Wait.class, name = "wait"),
        @JsonSubTypes.Type(value = State.End.class, name = "end")
    })
    private interface StateKind {}
}
