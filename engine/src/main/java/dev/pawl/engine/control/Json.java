package dev.pawl.engine.control;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.pawl.engine.Command;
import dev.pawl.engine.control.ControlException.Kind;
import dev.pawl.machine.Definition;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import dev.pawl.run.RunId;
import java.util.Base64;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.module.SimpleModule;

/// JSON for tools: ids as their text, payloads as the JSON that they hold.
///
/// A payload that holds no JSON is written as `{"$bytes": …}` in base 64.
public final class Json {
    private static final String BYTES = "$bytes";
    private static final JsonMapper TREES = JsonMapper.builder().build();
    private static final JsonMapper MAPPER = mapper();

    private Json() {}

    /// Returns a value as JSON on one line.
    public static String line(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /// Returns a value as JSON for people.
    public static String pretty(Object value) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
    }

    /// Returns the payload of a JSON text; throws `IllegalArgumentException` if it is none.
    public static Payload payload(String text) {
        try {
            JsonNode node =
                    TREES.reader()
                            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                            .readTree(text);
            if (node.isMissingNode()) throw new IllegalArgumentException("there is no JSON in it");
            return Payload.of(text);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    static Request request(String line) {
        try {
            return MAPPER.readValue(line, Request.class);
        } catch (JacksonException e) {
            throw new ControlException(
                    Kind.BAD_REQUEST,
                    "expected one request such as {\"op\":\"tally\"}, found '%s': %s"
                            .formatted(excerpt(line), e.getOriginalMessage()),
                    e);
        }
    }

    /// Returns what an answer holds, or throws what went wrong on the far side.
    static <T> T answer(String line, Class<T> type) {
        try {
            JsonNode answer = MAPPER.readTree(line);
            JsonNode error = answer.path("error");
            if (error.isObject()) {
                Answer.Trouble trouble = MAPPER.treeToValue(error, Answer.Trouble.class);
                throw new ControlException(trouble.kind(), trouble.message());
            }
            return MAPPER.treeToValue(answer.path("answer"), type);
        } catch (JacksonException e) {
            throw new ControlException(
                    Kind.INTERNAL,
                    "the engine's answer cannot be read, so it is of another version: "
                            + e.getOriginalMessage(),
                    e);
        }
    }

    private static JsonMapper mapper() {
        SimpleModule module =
                new SimpleModule()
                        .addSerializer(RunId.class, new IdWriter())
                        .addDeserializer(RunId.class, new IdReader())
                        .addSerializer(Payload.class, new PayloadWriter())
                        .addDeserializer(Payload.class, new PayloadReader())
                        .addSerializer(Definition.class, new DefinitionWriter())
                        .addDeserializer(Definition.class, new DefinitionReader());
        return JsonMapper.builder()
                .addModule(module)
                // A record is its components; what it can tell besides is no part of it.
                .changeDefaultVisibility(v -> v.withIsGetterVisibility(Visibility.NONE))
                .addMixIn(Request.class, Operation.class)
                .addMixIn(Command.class, Verb.class)
                .registerSubtypes(names(Request.class))
                .registerSubtypes(names(Command.class))
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }

    /// Names every record of a sealed type as its class, with a small first letter.
    private static NamedType[] names(Class<?> type) {
        Class<?>[] records = type.getPermittedSubclasses();
        NamedType[] names = new NamedType[records.length];
        for (int i = 0; i < records.length; i++) {
            String name = records[i].getSimpleName();
            String small = name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
            names[i] = new NamedType(records[i], small);
        }
        return names;
    }

    private static String excerpt(String text) {
        return text.length() <= 80 ? text : text.substring(0, 79) + "…";
    }

    private static final class IdWriter extends ValueSerializer<RunId> {
        @Override
        public void serialize(RunId id, JsonGenerator to, SerializationContext context) {
            to.writeString(id.toString());
        }
    }

    private static final class IdReader extends ValueDeserializer<RunId> {
        @Override
        public RunId deserialize(JsonParser from, DeserializationContext context) {
            return RunId.parse(from.getString());
        }
    }

    private static final class PayloadWriter extends ValueSerializer<Payload> {
        @Override
        public void serialize(Payload payload, JsonGenerator to, SerializationContext context) {
            JsonNode node = tree(payload);
            if (node.isNull() || node.isMissingNode()) {
                to.writeStartObject();
                to.writeStringProperty(BYTES, Base64.getEncoder().encodeToString(payload.bytes()));
                to.writeEndObject();
            } else {
                to.writeTree(node);
            }
        }

        private static JsonNode tree(Payload payload) {
            try {
                return TREES.readTree(payload.bytes());
            } catch (JacksonException _) {
                return TREES.nullNode();
            }
        }
    }

    private static final class PayloadReader extends ValueDeserializer<Payload> {
        @Override
        public Payload deserialize(JsonParser from, DeserializationContext context) {
            JsonNode node = context.readTree(from);
            JsonNode bytes = node.path(BYTES);
            return bytes.isString()
                    ? Payload.of(Base64.getDecoder().decode(bytes.stringValue()))
                    : Payload.of(node.toString());
        }
    }

    private static final class DefinitionWriter extends ValueSerializer<Definition> {
        @Override
        public void serialize(
                Definition definition, JsonGenerator to, SerializationContext context) {
            to.writeTree(TREES.readTree(JsonCodec.JSON.encode(definition).bytes()));
        }
    }

    private static final class DefinitionReader extends ValueDeserializer<Definition> {
        @Override
        public Definition deserialize(JsonParser from, DeserializationContext context) {
            String text = context.readTree(from).toString();
            return JsonCodec.JSON.decode(Payload.of(text), Definition.class);
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "op")
    private interface Operation {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "verb")
    private interface Verb {}
}
