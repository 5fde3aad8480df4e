package dev.pawl.machine;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.json.JsonMapper;

/// Finds out why values of a type could be written as JSON, but never read again.
///
/// It asks Jackson how it would read the type, and calls none of the user's code.
final class JsonFaults {
    private final JsonMapper mapper;
    private final DeserializationContext context;
    private final Set<JavaType> seen = new HashSet<>();

    private JsonFaults(JsonMapper mapper) {
        this.mapper = mapper;
        this.context = mapper._deserializationContext();
    }

    /// Returns what keeps values of a type from being read; empty if nothing does.
    static Optional<String> of(JsonMapper mapper, Class<?> type) {
        JsonFaults faults = new JsonFaults(mapper);
        String found = parameters(type);
        return Optional.ofNullable(
                found != null ? found : faults.of(mapper.constructType(type), ""));
    }

    /// The arguments of a class are not known, so its values would come back as something else.
    private static @Nullable String parameters(Class<?> type) {
        for (Class<?> leaf : SealedTypes.leaves(type)) {
            boolean generic = leaf.getTypeParameters().length > 0;
            if (generic && !leaf.getName().startsWith("java.")) {
                return "%s has type parameters, whose arguments are not known when it is read; use"
                                .formatted(leaf.getName())
                        + " a type without them";
            }
        }
        return null;
    }

    private @Nullable String of(JavaType type, String path) {
        JavaType content = type.getContentType();
        String inside = content == null ? null : of(content, path);
        Class<?> raw = type.getRawClass();
        boolean known = content != null && raw.getName().startsWith("java.util.");
        if (inside != null || known) return inside;
        if (!seen.add(type) || raw.isAnnotationPresent(JsonTypeInfo.class)) return null;
        if (SealedTypes.contain(raw)) return ofSealed(raw, path);
        try {
            return ofReader(context.findContextualValueDeserializer(type, null), raw, path);
        } catch (JacksonException e) {
            return at(path) + e.getOriginalMessage();
        } catch (IllegalArgumentException e) {
            return at(path) + e.getMessage();
        }
    }

    private @Nullable String ofSealed(Class<?> type, String path) {
        Map<String, Class<?>> names = new HashMap<>();
        for (Class<?> leaf : SealedTypes.leaves(type)) {
            Class<?> other = names.put(SealedTypes.name(leaf), leaf);
            if (other != null) {
                return at(path)
                        + "%s permits %s and %s, which have one name: give one @JsonTypeName"
                                .formatted(type.getName(), other.getName(), leaf.getName());
            }
            String fault = of(mapper.constructType(leaf), path);
            if (fault != null) return fault;
        }
        return null;
    }

    private @Nullable String ofReader(ValueDeserializer<?> reader, Class<?> type, String path) {
        // Texts are read for an interface that String implements.
        if (reader instanceof AbstractDeserializer && !type.isAssignableFrom(String.class)) {
            String what = type.isInterface() ? "an interface" : "an abstract class";
            return at(path) + "%s is %s that is not sealed".formatted(type.getName(), what);
        }
        if (!(reader instanceof BeanDeserializerBase bean)) return null;
        if (!bean.getValueInstantiator().canInstantiate()) return at(path) + unmakeable(type);
        for (Iterator<SettableBeanProperty> all = bean.properties(); all.hasNext(); ) {
            SettableBeanProperty property = all.next();
            String fault = ofProperty(property, path);
            if (fault != null) return fault;
        }
        return null;
    }

    private @Nullable String ofProperty(SettableBeanProperty property, String path) {
        ValueDeserializer<?> reader = property.getValueDeserializer();
        boolean usual =
                reader == null
                        || reader instanceof AbstractDeserializer
                        || reader instanceof BeanDeserializerBase
                        || property.getType().getContentType() != null;
        String inside = path.isEmpty() ? property.getName() : path + "." + property.getName();
        return usual && !property.isIgnorable() ? of(property.getType(), inside) : null;
    }

    private static String unmakeable(Class<?> type) {
        boolean inner = type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
        boolean local = type.isLocalClass() || type.isAnonymousClass();
        if (inner) return "%s is an inner class that is not static".formatted(type.getName());
        if (local) return "%s is a local class; use a record".formatted(type.getName());
        return "%s has no constructor that it can be made with".formatted(type.getName());
    }

    private static String at(String path) {
        return path.isEmpty() ? "" : "in '%s', ".formatted(path);
    }
}
