package dev.pawl.machine;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// Knows the types whose values never change and come back from JSON as they went: records of
/// texts, numbers, enums and other such records, without an annotation that could say otherwise.
///
/// That a record made anew from its components equals the first is the contract of every record.
final class PlainRecords {
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

    static boolean contain(Class<?> type) {
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
        parts.addAll(Arrays.asList(type.getDeclaredFields()));
        parts.addAll(Arrays.asList(type.getDeclaredMethods()));
        parts.addAll(Arrays.asList(type.getDeclaredConstructors()));
        return parts.stream().anyMatch(part -> part.getAnnotations().length > 0);
    }
}
