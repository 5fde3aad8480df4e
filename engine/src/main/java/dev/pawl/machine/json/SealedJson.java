package dev.pawl.machine.json;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedClassResolver;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.ser.std.StdConvertingSerializer;
import tools.jackson.databind.util.ClassUtil;
import tools.jackson.databind.util.Converter;

/// Teaches Jackson to write and read sealed types without annotations: an object of a permitted
/// class has the name of its class in the field [#FIELD].
///
/// Annotations take precedence. A sealed type with a reader of its own, or with type information of
/// its own, gets no names. A permitted class with a serializer of its own is written as an array of
/// its name and the serializer's output.
public final class SealedJson extends JacksonAnnotationIntrospector {
    /// No record component can have this name.
    public static final String FIELD = "@type";

    private static final long serialVersionUID = 1;

    // An object that was written before its class was part of a sealed type has no name; it is read
    // as its class.
    private static final JsonTypeInfo.Value BY_NAME = info(JsonTypeInfo.Id.NAME);
    private static final JsonTypeInfo.Value WITHOUT_NAME = info(JsonTypeInfo.Id.NONE);

    private static JsonTypeInfo.Value info(JsonTypeInfo.Id id) {
        return JsonTypeInfo.Value.construct(
                id, JsonTypeInfo.As.PROPERTY, FIELD, null, false, false, null);
    }

    @Override
    public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(
            MapperConfig<?> config, Annotated annotated) {
        JsonTypeInfo.Value given = super.findPolymorphicTypeInfo(config, annotated);
        if (given != null) return given;
        if (annotated instanceof AnnotatedMember member) {
            return isOfNamed(config, member) && hasReader(config, member) ? WITHOUT_NAME : null;
        }
        Class<?> type = annotated.getRawType();
        // Where the enum itself is expected, a constant is written as its name alone.
        return !type.isEnum() && isNamed(config, type) ? BY_NAME : null;
    }

    /// Returns how the classes of a type are distinguished, or null if they are not.
    JsonTypeInfo.@Nullable Value info(MapperConfig<?> config, Class<?> type) {
        return findPolymorphicTypeInfo(config, resolved(config, type));
    }

    /// Returns whether an annotation says how the classes of a type or property are distinguished.
    boolean hasOwnInfo(MapperConfig<?> config, Annotated annotated) {
        return super.findPolymorphicTypeInfo(config, annotated) != null
                || findTypeResolverBuilder(config, annotated) != null;
    }

    /// Returns whether values of a class are written with its name: a sealed type without a reader
    /// of its own permits the class.
    public boolean isNamed(MapperConfig<?> config, Class<?> type) {
        Set<Class<?>> all = SealedTypes.among(type);
        // Jackson asks for every type and property, and most belong to no sealed type.
        if (all.isEmpty() || hasOwnInfo(config, resolved(config, type))) return false;
        return all.stream().anyMatch(one -> !hasReader(config, one));
    }

    private boolean isOfNamed(MapperConfig<?> config, AnnotatedMember member) {
        JavaType content = member.getType().getContentType();
        return isNamed(config, content == null ? member.getRawType() : content.getRawClass());
    }

    /// Returns whether annotations define how a type is read.
    boolean hasReader(MapperConfig<?> config, Class<?> type) {
        AnnotatedClass annotated = resolved(config, type);
        JsonDeserialize given = annotated.getAnnotation(JsonDeserialize.class);
        boolean other = given != null && !given.as().equals(Void.class);
        return other
                || super.findDeserializer(config, annotated) != null
                || super.findDeserializationConverter(config, annotated) != null
                || findPOJOBuilder(config, annotated) != null
                || factory(config, type) != null;
    }

    /// Returns whether annotations of a property define how its value is read.
    boolean hasReader(MapperConfig<?> config, AnnotatedMember property) {
        return super.findDeserializer(config, property) != null
                || super.findContentDeserializer(config, property) != null
                || super.findDeserializationConverter(config, property) != null
                || findDeserializationContentConverter(config, property) != null
                || findUnwrappingNameTransformer(config, property) != null;
    }

    /// Returns the abstract sealed type whose factory method creates the values of a type, or null
    /// if there is none.
    private @Nullable Class<?> factory(MapperConfig<?> config, Class<?> type) {
        for (Class<?> one : SealedTypes.among(type)) {
            if (SealedTypes.isAbstract(one) && hasFactory(config, one)) return one;
        }
        return null;
    }

    private boolean hasFactory(MapperConfig<?> config, Class<?> type) {
        List<AnnotatedMethod> methods = resolved(config, type).getFactoryMethods();
        return methods.stream().anyMatch(method -> isCreator(config, method));
    }

    private boolean hasCreator(MapperConfig<?> config, Class<?> type) {
        return hasFactory(config, type)
                || resolved(config, type).getConstructors().stream()
                        .anyMatch(one -> isCreator(config, one));
    }

    private boolean isCreator(MapperConfig<?> config, Annotated executable) {
        JsonCreator.Mode mode = findCreatorAnnotation(config, executable);
        return mode != null && mode != JsonCreator.Mode.DISABLED;
    }

    @Override
    public @Nullable List<NamedType> findSubtypes(MapperConfig<?> config, Annotated annotated) {
        List<NamedType> given = super.findSubtypes(config, annotated);
        Class<?> type = annotated.getRawType();
        if (!SealedTypes.contain(type)) return given;
        List<NamedType> all = new ArrayList<>();
        Set<Class<?>> listed = new HashSet<>();
        for (NamedType one : given == null ? List.<NamedType>of() : given) {
            if (!one.hasName()) continue;
            all.add(one);
            listed.add(one.getType());
        }
        for (Class<?> leaf : SealedTypes.leaves(type)) {
            if (listed.add(leaf)) all.add(new NamedType(leaf, name(config, leaf)));
        }
        return all;
    }

    @Override
    public @Nullable String findTypeName(MapperConfig<?> config, AnnotatedClass annotated) {
        Class<?> type = annotated.getRawType();
        String listed = listedName(config, type);
        if (listed != null) return listed;
        String given = super.findTypeName(config, annotated);
        if (given != null && !given.isEmpty()) return given;
        return SealedTypes.among(type).isEmpty() ? given : type.getSimpleName();
    }

    /// Returns the name of a permitted class in JSON.
    String name(MapperConfig<?> config, Class<?> leaf) {
        String name = findTypeName(config, resolved(config, leaf));
        return name == null ? leaf.getSimpleName() : name;
    }

    /// Returns the name that the subtype list of a supertype gives a class, or null. A value is
    /// written with its own class, which does not know that list.
    private @Nullable String listedName(MapperConfig<?> config, Class<?> type) {
        for (Class<?> above : SealedTypes.above(type)) {
            List<NamedType> listed = super.findSubtypes(config, resolved(config, above));
            for (NamedType one : listed == null ? List.<NamedType>of() : listed) {
                if (one.getType().equals(type) && one.hasName()) return one.getName();
            }
        }
        return null;
    }

    @Override
    public @Nullable Object findSerializer(MapperConfig<?> config, Annotated annotated) {
        Object own = super.findSerializer(config, annotated);
        if (annotated instanceof AnnotatedMember member) {
            return own != null && isOfNamed(config, member) ? named(config, own) : own;
        }
        if (!isNamed(config, annotated.getRawType())) return own;
        if (own != null) return named(config, own);
        Object converter = super.findSerializationConverter(config, annotated);
        if (converter == null) return null;
        return new NamedSerializer(new StdConvertingSerializer(converter(config, converter)));
    }

    @Override
    public @Nullable Object findSerializationConverter(
            MapperConfig<?> config, Annotated annotated) {
        return isNamedClass(config, annotated)
                ? null
                : super.findSerializationConverter(config, annotated);
    }

    @Override
    public @Nullable Object findContentSerializer(MapperConfig<?> config, Annotated annotated) {
        Object own = super.findContentSerializer(config, annotated);
        boolean named = annotated instanceof AnnotatedMember member && isOfNamed(config, member);
        return own != null && named ? named(config, own) : own;
    }

    @Override
    public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated annotated) {
        Object own = super.findDeserializer(config, annotated);
        if (annotated instanceof AnnotatedMember member) return unnamed(config, member, own);
        if (own != null) return own;
        Class<?> type = annotated.getRawType();
        Object converter = super.findDeserializationConverter(config, annotated);
        if (converter != null) {
            return isNamed(config, type)
                    ? new NamedDeserializer<>(converter(config, converter))
                    : null;
        }
        Class<?> factory = factory(config, type);
        boolean other = factory != null && !factory.equals(type) && !hasCreator(config, type);
        return other ? new FactoryDeserializer(type, config.constructType(factory)) : null;
    }

    @Override
    public @Nullable Object findContentDeserializer(MapperConfig<?> config, Annotated annotated) {
        Object own = super.findContentDeserializer(config, annotated);
        return annotated instanceof AnnotatedMember member ? unnamed(config, member, own) : own;
    }

    @Override
    public @Nullable Object findDeserializationConverter(
            MapperConfig<?> config, Annotated annotated) {
        return isNamedClass(config, annotated)
                ? null
                : super.findDeserializationConverter(config, annotated);
    }

    /// Returns whether this is a class whose converters are part of its named serializers.
    private boolean isNamedClass(MapperConfig<?> config, Annotated annotated) {
        return annotated instanceof AnnotatedClass && isNamed(config, annotated.getRawType());
    }

    private @Nullable Object unnamed(
            MapperConfig<?> config, AnnotatedMember member, @Nullable Object own) {
        if (own == null || !isOfNamed(config, member)) return own;
        return new UnnamedDeserializer((ValueDeserializer<?>) instance(config, own));
    }

    private static NamedSerializer named(MapperConfig<?> config, Object serializer) {
        return new NamedSerializer((ValueSerializer<?>) instance(config, serializer));
    }

    private static Converter<?, ?> converter(MapperConfig<?> config, Object converter) {
        return (Converter<?, ?>) instance(config, converter);
    }

    private static Object instance(MapperConfig<?> config, Object given) {
        if (!(given instanceof Class<?> type)) return given;
        return ClassUtil.createInstance(type, config.canOverrideAccessModifiers());
    }

    private static AnnotatedClass resolved(MapperConfig<?> config, Class<?> type) {
        return AnnotatedClassResolver.resolve(config, config.constructType(type), config);
    }
}
