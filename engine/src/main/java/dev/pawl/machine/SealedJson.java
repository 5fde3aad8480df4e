package dev.pawl.machine;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.jsontype.NamedType;

/// Lets Jackson write and read sealed types without annotations: an object of a class that a sealed
/// type permits has its name in the field [#FIELD]. What a user's annotations say comes first.
final class SealedJson extends JacksonAnnotationIntrospector {
    /// No component of a record can be called so.
    static final String FIELD = "@type";

    private static final long serialVersionUID = 1;

    // An object that was written when its class was not yet part of a sealed type has no name, and
    // is read by its class.
    private static final JsonTypeInfo.Value BY_NAME =
            JsonTypeInfo.Value.construct(
                    JsonTypeInfo.Id.NAME,
                    JsonTypeInfo.As.PROPERTY,
                    FIELD,
                    null,
                    false,
                    false,
                    null);

    @Override
    public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(
            MapperConfig<?> config, Annotated annotated) {
        JsonTypeInfo.Value given = super.findPolymorphicTypeInfo(config, annotated);
        if (given != null || !(annotated instanceof AnnotatedClass)) return given;
        return isMember(annotated.getRawType()) ? BY_NAME : null;
    }

    @Override
    public @Nullable List<NamedType> findSubtypes(MapperConfig<?> config, Annotated annotated) {
        List<NamedType> given = super.findSubtypes(config, annotated);
        Class<?> type = annotated.getRawType();
        boolean annotation = annotated.hasAnnotation(JsonSubTypes.class);
        if (annotation || !SealedTypes.contain(type)) return given;
        List<NamedType> leaves = new ArrayList<>();
        for (Class<?> leaf : SealedTypes.leaves(type)) {
            leaves.add(new NamedType(leaf, SealedTypes.name(leaf)));
        }
        return leaves;
    }

    @Override
    public @Nullable String findTypeName(MapperConfig<?> config, AnnotatedClass type) {
        String given = super.findTypeName(config, type);
        boolean named = given != null || !isMember(type.getRawType());
        return named ? given : SealedTypes.name(type.getRawType());
    }

    /// A constant of an enum is written as its name wherever the enum itself is expected.
    private static boolean isMember(Class<?> type) {
        if (type.isEnum()) return false;
        return SealedTypes.contain(type) || SealedTypes.above(type) != null;
    }
}
