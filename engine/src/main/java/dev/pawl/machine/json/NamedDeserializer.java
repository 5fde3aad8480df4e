package dev.pawl.machine.json;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdConvertingDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.util.Converter;

/// Reads values through an application's converter, with or without the name of their class.
final class NamedDeserializer<T> extends StdConvertingDeserializer<T> {
    NamedDeserializer(Converter<?, T> converter) {
        super(converter);
    }

    private NamedDeserializer(
            Converter<Object, T> converter, JavaType type, ValueDeserializer<?> reader) {
        super(converter, type, reader);
    }

    @Override
    protected StdConvertingDeserializer<T> withDelegate(
            Converter<Object, T> converter, JavaType type, ValueDeserializer<?> reader) {
        return new NamedDeserializer<>(converter, type, reader);
    }

    @Override
    public Object deserializeWithType(
            JsonParser json, DeserializationContext context, TypeDeserializer types) {
        return types.deserializeTypedFromAny(json, context);
    }
}
