package dev.pawl.machine.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;

/// Wraps an application's deserializer of a property, whose value has no name: Jackson would expect
/// one because of the property's type.
final class UnnamedDeserializer extends ValueDeserializer<Object> {
    private final ValueDeserializer<?> own;

    UnnamedDeserializer(ValueDeserializer<?> own) {
        this.own = own;
    }

    @Override
    public @Nullable Object deserialize(JsonParser json, DeserializationContext context) {
        return own.deserialize(json, context);
    }

    @Override
    public @Nullable Object deserializeWithType(
            JsonParser json, DeserializationContext context, TypeDeserializer types) {
        return own.deserialize(json, context);
    }

    @Override
    public void resolve(DeserializationContext context) {
        own.resolve(context);
    }

    @Override
    public ValueDeserializer<?> createContextual(
            DeserializationContext context, @Nullable BeanProperty property) {
        ValueDeserializer<?> next = own.createContextual(context, property);
        return next.equals(own) ? this : new UnnamedDeserializer(next);
    }

    @Override
    public @Nullable Object getNullValue(DeserializationContext context) {
        return own.getNullValue(context);
    }
}
