package dev.pawl.machine.json;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.deser.std.StdDeserializer;

/// Reads values of a class with the factory method of the sealed type that permits it.
final class FactoryDeserializer extends StdDeserializer<Object> {
    private final Class<?> type;
    private final JavaType factory;

    FactoryDeserializer(Class<?> type, JavaType factory) {
        super(type);
        this.type = type;
        this.factory = factory;
    }

    @Override
    public Object deserialize(JsonParser json, DeserializationContext context) {
        Object made =
                context.findContextualValueDeserializer(factory, null).deserialize(json, context);
        if (type.isInstance(made)) return made;
        return context.reportInputMismatch(
                this,
                "expected a %s, found the JSON of %s",
                type.getName(),
                made == null ? "null" : made.getClass().getName());
    }
}
