package dev.pawl.machine.json;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the classes that an application's sealed types permit.
///
/// Sealed types of the Java library, such as those that `String` implements, do not count.
public final class SealedTypes {
    private SealedTypes() {}

    /// Returns whether a type is a sealed type of the application.
    static boolean contain(Class<?> type) {
        // An enum is sealed too if one of its constants has a body.
        return type.isSealed() && !type.isEnum() && !isFromJava(type);
    }

    /// Returns all supertypes of a type, nearest first on each path.
    static Set<Class<?>> above(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        List<@Nullable Class<?>> parents = new ArrayList<>(List.of(type.getInterfaces()));
        parents.add(type.getSuperclass());
        for (Class<?> parent : parents) {
            if (parent == null) continue;
            all.add(parent);
            all.addAll(above(parent));
        }
        return all;
    }

    /// Returns the sealed types that a type belongs to: itself, if it is one, and its sealed
    /// supertypes.
    public static Set<Class<?>> among(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>(List.of(type));
        all.addAll(above(type));
        all.removeIf(one -> !contain(one));
        return all;
    }

    static boolean isAbstract(Class<?> type) {
        return Modifier.isAbstract(type.getModifiers());
    }

    /// Returns the concrete classes of a sealed type, at any depth; for any other type, the type
    /// itself.
    public static Set<Class<?>> leaves(Class<?> type) {
        Set<Class<?>> leaves = new LinkedHashSet<>();
        collect(type, leaves);
        return leaves;
    }

    private static void collect(Class<?> type, Set<Class<?>> leaves) {
        if (!contain(type) || !isAbstract(type)) leaves.add(type);
        if (contain(type)) {
            for (Class<?> permitted : type.getPermittedSubclasses()) collect(permitted, leaves);
        }
    }

    private static boolean isFromJava(Class<?> type) {
        return type.getName().startsWith("java.");
    }
}
