package dev.pawl.machine;

import com.fasterxml.jackson.annotation.JsonTypeName;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Knows what sealed types of users permit: the classes whose values stand for them.
///
/// The sealed types of Java's own library, such as those that `String` implements, do not count.
final class SealedTypes {
    private SealedTypes() {}

    /// Returns whether a type is sealed by a user.
    static boolean contain(Class<?> type) {
        // An enum is sealed if one of its constants has a body.
        return type.isSealed() && !type.isEnum() && !isOfJava(type);
    }

    /// Returns the nearest sealed type that permits a type; null if none does.
    static @Nullable Class<?> above(Class<?> type) {
        List<@Nullable Class<?>> parents = new ArrayList<>(List.of(type.getInterfaces()));
        parents.add(type.getSuperclass());
        for (Class<?> parent : parents) {
            if (parent == null) continue;
            Class<?> found = contain(parent) ? parent : above(parent);
            if (found != null) return found;
        }
        return null;
    }

    /// Returns the classes whose values stand for a type: those that a sealed type permits, however
    /// deep, and otherwise the type itself.
    static Set<Class<?>> leaves(Class<?> type) {
        Set<Class<?>> leaves = new LinkedHashSet<>();
        collect(type, leaves);
        return leaves;
    }

    private static void collect(Class<?> type, Set<Class<?>> leaves) {
        boolean concrete = !Modifier.isAbstract(type.getModifiers()) && !type.isInterface();
        if (!contain(type) || concrete) leaves.add(type);
        if (contain(type)) {
            for (Class<?> permitted : type.getPermittedSubclasses()) collect(permitted, leaves);
        }
    }

    /// Returns the name that says in JSON which of the permitted classes a value is of.
    static String name(Class<?> leaf) {
        JsonTypeName given = leaf.getAnnotation(JsonTypeName.class);
        return given == null || given.value().isEmpty() ? leaf.getSimpleName() : given.value();
    }

    private static boolean isOfJava(Class<?> type) {
        return type.getName().startsWith("java.");
    }
}
