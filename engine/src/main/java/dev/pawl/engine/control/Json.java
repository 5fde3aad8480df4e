package dev.pawl.engine.control;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.pawl.engine.Command;
import dev.pawl.engine.control.ControlException.Kind;
import dev.pawl.machine.Definition;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import dev.pawl.run.RunId;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.module.SimpleModule;

/// JSON for tools: ids as text, payloads as the JSON that they contain.
///
/// A payload that is not JSON is written as `{"$bytes": …}` in base 64.
public final class Json {
    private static final String BYTES = "$bytes";
    private static final JsonMapper TREES = JsonMapper.builder().build();
    private static final JsonMapper MAPPER = mapper();

    private Json() {}

    /// Returns a value as JSON on one line.
    public static String line(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /// Returns a value as indented JSON.
    public static String pretty(Object value) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
    }

    /// Returns the payload of a JSON text. Throws `IllegalArgumentException` if it is not JSON.
    public static Payload payload(String text) {
        try {
            JsonNode node =
                    TREES.reader()
                            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                            .readTree(text);
            if (node.isMissingNode())
                throw new IllegalArgumentException("expected JSON, found nothing");
            return Payload.of(text);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    static ControlRequest<?> request(String line) {
        try {
            ControlRequest<?> request = MAPPER.readValue(line, ControlRequest.class);
            if (request != null) return request;
            throw badRequest(line, "it is null", null);
        } catch (JacksonException e) {
            throw badRequest(line, e.getOriginalMessage(), e);
        }
    }

    private static ControlException badRequest(
            String line, String problem, @Nullable Throwable cause) {
        return new ControlException(
                Kind.BAD_REQUEST,
                ("expected one request such as {\"op\":\"tallyRuns\"}, found '%s': %s. A tool must"
                                + " have the same version as the engine")
                        .formatted(excerpt(line), problem),
                cause);
    }

    /// Returns the line of a request; the engine would refuse a larger one.
    static String requestLine(ControlRequest<?> request) {
        String line = line(request);
        int size = line.getBytes(StandardCharsets.UTF_8).length;
        if (size <= ControlServer.REQUEST_BYTES_MAX) return line;
        throw new ControlException(
                Kind.REFUSED,
                "expected a request of at most %d bytes, found %d"
                        .formatted(ControlServer.REQUEST_BYTES_MAX, size));
    }

    /// Returns the result of a request that a line contains, or throws the error.
    static <R> R result(String line, ControlRequest<R> request) {
        try {
            JsonNode answer = MAPPER.readTree(line);
            JsonNode error = answer.path("error");
            if (error.isObject()) {
                throw new ControlException(
                        kind(error.path("kind").asString()), error.path("message").asString());
            }
            JavaType type = MAPPER.constructType(request.getClass());
            JavaType result = type.findTypeParameters(ControlRequest.class)[0];
            JsonNode value = answer.path("answer");
            if (!value.isMissingNode() && !value.isNull()) {
                return MAPPER.readerFor(result).readValue(value);
            }
            throw unreadable("found no answer in '%s'".formatted(excerpt(line)), null);
        } catch (JacksonException e) {
            throw unreadable(e.getOriginalMessage(), e);
        }
    }

    /// Returns a kind by its name; a newer engine may have others.
    private static Kind kind(String name) {
        for (Kind kind : Kind.values()) if (kind.name().equals(name)) return kind;
        return Kind.INTERNAL;
    }

    private static ControlException unreadable(String problem, @Nullable Throwable cause) {
        return new ControlException(
                Kind.INTERNAL,
                "the engine's answer cannot be read; use the same version as the engine: "
                        + problem,
                cause);
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
                // Only the components of a record are written, not its other methods.
                .changeDefaultVisibility(v -> v.withIsGetterVisibility(Visibility.NONE))
                .addMixIn(ControlRequest.class, Operation.class)
                .addMixIn(Command.class, Verb.class)
                .registerSubtypes(names(ControlRequest.class))
                .registerSubtypes(names(Command.class))
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }

    /// Names each record of a sealed type by its class, with a lower-case first letter.
    private static NamedType[] names(Class<?> type) {
        return records(type)
                .map(each -> {
                    String name = each.getSimpleName();
                    String first = name.substring(0, 1).toLowerCase(Locale.ROOT);
                    return new NamedType(each, first + name.substring(1));
                })
                .toArray(NamedType[]::new);
    }

    private static Stream<Class<?>> records(Class<?> type) {
        if (type.isRecord()) return Stream.of(type);
        return Stream.of(type.getPermittedSubclasses()).flatMap(Json::records);
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
