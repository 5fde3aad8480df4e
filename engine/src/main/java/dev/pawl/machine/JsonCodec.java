package dev.pawl.machine;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.pawl.machine.json.JsonEncoders;
import dev.pawl.machine.json.JsonFaults;
import dev.pawl.machine.json.PlainRecords;
import dev.pawl.machine.json.SealedJson;
import dev.pawl.machine.json.SealedTypes;
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

/// The default codec: JSON as Jackson writes it, with the class of a value of a sealed type in the
/// field `@type`.
public final class JsonCodec implements Codec {
    /// The only instance.
    public static final JsonCodec JSON = new JsonCodec();

    private static final Payload NULL = Payload.of("null");

    private final SealedJson sealed = new SealedJson();
    private final JsonMapper mapper =
            JsonMapper.builder()
                    .annotationIntrospector(sealed)
                    .addMixIn(State.class, StateKind.class)
                    .build();
    // Creating a reader or writer costs more than using it.
    private final Map<Class<?>, ObjectReader> readers = new ConcurrentHashMap<>();
    private final Map<Class<?>, ObjectWriter> writers = new ConcurrentHashMap<>();
    private final JsonEncoders encoders = new JsonEncoders(mapper.writer());

    private JsonCodec() {}

    @Override
    public Payload encode(@Nullable Object value) {
        if (value == null) return NULL;
        try {
            return keeping(Payload.of(encoders.encode(writer(value), value)), value);
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

    private ObjectWriter writer(Object value) {
        ObjectWriter known = writers.get(value.getClass());
        return known == null ? writers.computeIfAbsent(value.getClass(), this::writerFor) : known;
    }

    /// An enum constant that belongs to a sealed type is written with its class, because its reader
    /// may know only the sealed type.
    private ObjectWriter writerFor(Class<?> type) {
        return mapper.writerFor(namedAbove(type).orElse(type));
    }

    /// Returns the type as which a value was written: a constant with its class is an array.
    private Class<?> written(Class<?> type, Payload payload) {
        boolean named = Enum.class.isAssignableFrom(type) && payload.text().startsWith("[");
        return named ? namedAbove(type).orElse(type) : type;
    }

    /// Returns the sealed type that makes an enum's constants be written with their class, if any.
    private Optional<Class<?>> namedAbove(Class<?> type) {
        if (!Enum.class.isAssignableFrom(type)) return Optional.empty();
        return SealedTypes.among(type).stream()
                .filter(above -> sealed.isNamed(mapper.serializationConfig(), above))
                .findFirst();
    }

    @Override
    public Optional<String> fault(Class<?> type) {
        return JsonFaults.of(mapper, sealed, type);
    }

    /// Steps read what earlier steps wrote, so an immutable value is kept with its bytes.
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
        // Fields of two different classes cannot be merged.
        if (isOfOtherClass(target, source)) return after;
        source.properties().stream()
                .filter(field -> !field.getValue().isNull())
                .forEach(field -> target.set(field.getKey(), field.getValue()));
        return Payload.of(mapper.writeValueAsBytes(target));
    }

    private static boolean isOfOtherClass(ObjectNode before, ObjectNode after) {
        JsonNode name = after.get(SealedJson.FIELD);
        JsonNode oldName = before.get(SealedJson.FIELD);
        // A value that was written before its class was part of a sealed type has no name.
        return name != null && oldName != null && !name.equals(oldName);
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
