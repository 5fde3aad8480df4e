package dev.pawl.machine;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.pawl.run.Payload;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The default codec: JSON, with records, times and enums as Jackson writes them.
public final class JsonCodec implements Codec {
    /// The one instance; it has no state.
    public static final JsonCodec JSON = new JsonCodec();

    private final JsonMapper mapper =
            JsonMapper.builder().addMixIn(State.class, StateKind.class).build();

    private JsonCodec() {}

    @Override
    public Payload encode(Object value) {
        try {
            return Payload.of(mapper.writeValueAsBytes(value));
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "cannot write %s as JSON: %s"
                            .formatted(value.getClass().getName(), e.getOriginalMessage()),
                    e);
        }
    }

    @Override
    public <T> T decode(Payload payload, Class<T> type) {
        try {
            return mapper.readValue(payload.bytes(), type);
        } catch (JacksonException e) {
            throw unreadable(type.getName(), payload, e);
        }
    }

    @Override
    public Payload patch(Payload before, Payload after) {
        JsonNode base = tree(before);
        JsonNode over = tree(after);
        if (!(base instanceof ObjectNode target) || !(over instanceof ObjectNode source)) {
            return after;
        }
        source.properties().stream()
                .filter(field -> !field.getValue().isNull())
                .forEach(field -> target.set(field.getKey(), field.getValue()));
        return Payload.of(mapper.writeValueAsBytes(target));
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
