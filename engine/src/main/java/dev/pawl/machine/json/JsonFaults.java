package dev.pawl.machine.json;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.json.JsonMapper;

/// Finds types whose values can be written as JSON but not read.
///
/// It asks Jackson how it would read the type, and calls no user code.
public final class JsonFaults {
    private final JsonMapper mapper;
    private final SealedJson sealed;
    private final DeserializationConfig config;
    private final DeserializationContext context;
    private final Set<JavaType> seen = new HashSet<>();

    private JsonFaults(JsonMapper mapper, SealedJson sealed) {
        this.mapper = mapper;
        this.sealed = sealed;
        this.config = mapper.deserializationConfig();
        this.context = mapper._deserializationContext();
    }

    /// Returns why values of a type cannot be read; empty if they can.
    public static Optional<String> of(JsonMapper mapper, SealedJson sealed, Class<?> type) {
        JsonFaults faults = new JsonFaults(mapper, sealed);
        String found = faults.parameters(type);
        if (found == null) found = faults.otherNames(type);
        return Optional.ofNullable(
                found != null ? found : faults.of(mapper.constructType(type), ""));
    }

    /// The type arguments are unknown when a value is read, so it would be read as another type.
    private @Nullable String parameters(Class<?> type) {
        if (sealed.hasReader(config, type)) return null;
        for (Class<?> leaf : SealedTypes.leaves(type)) {
            boolean generic = leaf.getTypeParameters().length > 0;
            boolean reads = leaf.getName().startsWith("java.") || sealed.hasReader(config, leaf);
            if (generic && !reads) {
                return "%s has type parameters, which are unknown when it is read; use a type"
                                .formatted(leaf.getName())
                        + " without them";
            }
        }
        return null;
    }

    /// A value is written with the type information of its own class, which must be what the reader
    /// of the sealed type expects.
    private @Nullable String otherNames(Class<?> type) {
        if (!SealedTypes.contain(type)) return null;
        JsonTypeInfo.Value expected = sealed.info(config, type);
        for (Class<?> leaf : SealedTypes.leaves(type)) {
            if (leaf.isEnum() || Objects.equals(expected, sealed.info(config, leaf))) continue;
            return "%s writes other type information than the reader of %s expects"
                            .formatted(leaf.getName(), type.getName())
                    + "; give both the same @JsonTypeInfo, or none";
        }
        return null;
    }

    private @Nullable String of(JavaType type, String path) {
        JavaType content = type.getContentType();
        String inside = content == null ? null : of(content, path);
        Class<?> raw = type.getRawClass();
        boolean known = content != null && raw.getName().startsWith("java.util.");
        if (inside != null || known) return inside;
        if (!seen.add(type) || hasOwnInfo(raw)) return null;
        if (SealedTypes.contain(raw) && !sealed.hasReader(config, raw)) return ofSealed(raw, path);
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
            Class<?> other = names.put(sealed.name(config, leaf), leaf);
            if (other != null) {
                return at(path)
                        + "%s permits %s and %s, which have the same name: give one a @JsonTypeName"
                                .formatted(type.getName(), other.getName(), leaf.getName());
            }
            String fault = of(mapper.constructType(leaf), path);
            if (fault != null) return fault;
        }
        return null;
    }

    private @Nullable String ofReader(ValueDeserializer<?> reader, Class<?> type, String path) {
        // Jackson reads an interface that String implements as a string.
        if (reader instanceof AbstractDeserializer && !type.isAssignableFrom(String.class)) {
            String what = type.isInterface() ? "an interface" : "an abstract class";
            return at(path) + "%s is %s that is not sealed".formatted(type.getName(), what);
        }
        if (!(reader instanceof BeanDeserializerBase bean)) return null;
        if (!bean.getValueInstantiator().canInstantiate()) return at(path) + notConstructible(type);
        for (Iterator<SettableBeanProperty> all = bean.properties(); all.hasNext(); ) {
            SettableBeanProperty property = all.next();
            String fault = ofProperty(property, path);
            if (fault != null) return fault;
        }
        return null;
    }

    private boolean hasOwnInfo(Class<?> type) {
        return sealed.hasOwnInfo(config, context.introspectClassAnnotations(type));
    }

    private @Nullable String ofProperty(SettableBeanProperty property, String path) {
        AnnotatedMember member = property.getMember();
        boolean annotated = sealed.hasOwnInfo(config, member) || sealed.hasReader(config, member);
        if (annotated) return null;
        ValueDeserializer<?> reader = property.getValueDeserializer();
        boolean usual =
                reader == null
                        || reader instanceof AbstractDeserializer
                        || reader instanceof BeanDeserializerBase
                        || property.getType().getContentType() != null;
        String inside = path.isEmpty() ? property.getName() : path + "." + property.getName();
        return usual && !property.isIgnorable() ? of(property.getType(), inside) : null;
    }

    private static String notConstructible(Class<?> type) {
        boolean inner = type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
        boolean local = type.isLocalClass() || type.isAnonymousClass();
        if (inner) return "%s is an inner class that is not static".formatted(type.getName());
        if (local) return "%s is a local class; use a record".formatted(type.getName());
        return "%s has no constructor that Jackson can use".formatted(type.getName());
    }

    private static String at(String path) {
        return path.isEmpty() ? "" : "in '%s', ".formatted(path);
    }
}
