package dev.pawl.machine.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.core.type.WritableTypeId;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;

/// Wraps an application's serializer for a class that a sealed type permits: writes an array of the
/// class's name and the serializer's output.
final class NamedSerializer extends ValueSerializer<Object> {
    private final ValueSerializer<Object> own;

    @SuppressWarnings("unchecked") // Jackson passes only values of the serializer's type
    NamedSerializer(ValueSerializer<?> own) {
        this.own = (ValueSerializer<Object>) own;
    }

    @Override
    public void serialize(Object value, JsonGenerator json, SerializationContext context) {
        own.serialize(value, json, context);
    }

    @Override
    public void serializeWithType(
            Object value, JsonGenerator json, SerializationContext context, TypeSerializer types) {
        // As for a scalar: the output may not be an object that has room for a field with the name.
        WritableTypeId name = types.typeId(value, JsonToken.VALUE_STRING);
        WritableTypeId written = types.writeTypePrefix(json, context, name);
        own.serialize(value, json, context);
        types.writeTypeSuffix(json, context, written);
    }

    @Override
    public void resolve(SerializationContext context) {
        own.resolve(context);
    }

    @Override
    public ValueSerializer<?> createContextual(
            SerializationContext context, @Nullable BeanProperty property) {
        ValueSerializer<?> next = own.createContextual(context, property);
        return next.equals(own) ? this : new NamedSerializer(next);
    }

    @Override
    public boolean isEmpty(SerializationContext context, @Nullable Object value) {
        return own.isEmpty(context, value);
    }

    @Override
    public Class<?> handledType() {
        return own.handledType();
    }
}
