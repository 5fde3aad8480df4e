package dev.pawl.machine.json;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// Recognises types whose values are immutable and equal after a round trip through JSON: records
/// of strings, numbers, enums and such records, without annotations.
public final class PlainRecords {
    private static final Set<Class<?>> SIMPLE =
            Set.of(
                    String.class,
                    Boolean.class,
                    Byte.class,
                    Short.class,
                    Integer.class,
                    Long.class,
                    Float.class,
                    Double.class);

    private static final ClassValue<Boolean> PLAIN =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    return isPlain(type, List.of());
                }
            };

    private PlainRecords() {}

    /// Returns whether values of a type are immutable and need not be read again.
    public static boolean contain(Class<?> type) {
        return PLAIN.get(type);
    }

    private static boolean isPlain(Class<?> type, List<Class<?>> around) {
        if (!type.isRecord() || around.contains(type) || isAnnotated(type)) return false;
        List<Class<?>> inside = new ArrayList<>(around);
        inside.add(type);
        for (RecordComponent component : type.getRecordComponents()) {
            Class<?> part = component.getType();
            boolean simple = part.isPrimitive() || SIMPLE.contains(part);
            boolean constant = part.isEnum() && !isAnnotated(part);
            if (!simple && !constant && !isPlain(part, inside)) return false;
        }
        return true;
    }

    private static boolean isAnnotated(Class<?> type) {
        List<AnnotatedElement> parts = new ArrayList<>(List.of(type));
        // Annotations of an interface and its methods apply to its implementations too.
        for (Class<?> above : SealedTypes.above(type)) {
            if (above.getName().startsWith("java.")) continue;
            parts.add(above);
            parts.addAll(Arrays.asList(above.getDeclaredMethods()));
        }
        parts.addAll(Arrays.asList(type.getDeclaredFields()));
        parts.addAll(Arrays.asList(type.getDeclaredMethods()));
        parts.addAll(Arrays.asList(type.getDeclaredConstructors()));
        return parts.stream().anyMatch(part -> part.getAnnotations().length > 0);
    }
}
