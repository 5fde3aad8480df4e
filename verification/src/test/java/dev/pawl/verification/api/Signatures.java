package dev.pawl.verification.api;

import static java.util.stream.Collectors.joining;

import dev.pawl.verification.InternalPackages;
import java.io.IOException;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// The public API of compiled classes as text: one block per type, one line per member, sorted.
final class Signatures {
    private Signatures() {}

    /// Returns what users can see of the classes under `directory`, but for internal packages.
    static String of(Path directory) throws IOException {
        URL[] place = {directory.toUri().toURL()};
        try (var loader = new URLClassLoader(place, Signatures.class.getClassLoader());
                Stream<Path> files = Files.walk(directory)) {
            List<String> names =
                    files.filter(file -> file.toString().endsWith(".class"))
                            .map(file -> directory.relativize(file).toString())
                            .map(file ->
                                    file.replaceAll("\\.class$", "").replaceAll("[/\\\\]", "."))
                            .filter(name -> !name.endsWith("-info"))
                            .filter(name -> !InternalPackages.contains(packageOf(name)))
                            .filter(name -> !name.contains(".internal."))
                            .sorted()
                            .toList();
            List<String> types = new ArrayList<>();
            for (String name : names) {
                Class<?> type = Class.forName(name, false, loader);
                if (isVisible(type)) {
                    types.add(describe(type));
                }
            }
            return String.join("\n", types);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String packageOf(String type) {
        return type.substring(0, Math.max(0, type.lastIndexOf('.')));
    }

    private static boolean isVisible(Class<?> type) {
        boolean visible = Modifier.isPublic(type.getModifiers()) && !type.isSynthetic();
        Class<?> outer = type.getEnclosingClass();
        return visible && !type.isAnonymousClass() && (outer == null || isVisible(outer));
    }

    private static String describe(Class<?> type) {
        List<String> members = new ArrayList<>();
        Arrays.stream(type.getDeclaredFields())
                .filter(field -> isVisible(field, field.isSynthetic(), type))
                .map(Signatures::field)
                .forEach(members::add);
        Arrays.stream(type.getDeclaredConstructors())
                .filter(made ->
                        isVisible(made, made.isSynthetic(), type) && !isCanonical(made, type))
                .map(Signatures::constructor)
                .forEach(members::add);
        Arrays.stream(type.getDeclaredMethods())
                .filter(method -> isVisible(method, method.isSynthetic(), type))
                .filter(method -> !isGiven(method, type))
                .map(Signatures::method)
                .forEach(members::add);
        String body =
                members.stream().sorted().map(member -> "    " + member + "\n").collect(joining());
        return header(type) + "\n" + body;
    }

    private static String header(Class<?> type) {
        String name = type.getName().replace('$', '.');
        StringBuilder text =
                new StringBuilder(modifiers(type))
                        .append(name)
                        .append(variables(type.getTypeParameters()));
        if (type.isRecord()) {
            text.append(
                    Arrays.stream(type.getRecordComponents())
                            .map(part -> show(part.getAnnotatedType()) + " " + part.getName())
                            .collect(joining(", ", "(", ")")));
        }
        AnnotatedType parent = type.getAnnotatedSuperclass();
        boolean plain =
                type.isInterface()
                        || type.isRecord()
                        || type.isEnum()
                        || type.getSuperclass() == Object.class;
        if (!plain) {
            text.append(" extends ").append(show(parent));
        }
        if (type.getInterfaces().length > 0) {
            text.append(
                    Arrays.stream(type.getAnnotatedInterfaces())
                            .map(Signatures::show)
                            .collect(
                                    joining(
                                            ", ",
                                            type.isInterface() ? " extends " : " implements ",
                                            "")));
        }
        return text.toString();
    }

    private static String modifiers(Class<?> type) {
        String kind =
                type.isAnnotation()
                        ? "@interface"
                        : type.isInterface()
                                ? "interface"
                                : type.isRecord() ? "record" : type.isEnum() ? "enum" : "class";
        boolean isClass = kind.equals("class");
        return (type.isSealed() && !type.isEnum() ? "sealed " : "")
                + (isClass && Modifier.isAbstract(type.getModifiers()) ? "abstract " : "")
                + (isClass && Modifier.isFinal(type.getModifiers()) ? "final " : "")
                + kind
                + " ";
    }

    private static boolean isVisible(Member member, boolean synthetic, Class<?> type) {
        int modifiers = member.getModifiers();
        boolean inherited =
                Modifier.isProtected(modifiers) && !Modifier.isFinal(type.getModifiers());
        return !synthetic && (Modifier.isPublic(modifiers) || inherited);
    }

    private static boolean isCanonical(Constructor<?> made, Class<?> type) {
        return type.isRecord()
                && Arrays.equals(
                        made.getParameterTypes(),
                        Arrays.stream(type.getRecordComponents())
                                .map(RecordComponent::getType)
                                .toArray());
    }

    /// Returns whether the language, not the author, promises this method.
    private static boolean isGiven(Method method, Class<?> type) {
        String name = method.getName();
        int count = method.getParameterCount();
        boolean ofObject =
                (name.equals("equals") && count == 1)
                        || (count == 0 && name.matches("hashCode|toString"));
        boolean ofEnum = type.isEnum() && name.matches("values|valueOf");
        boolean ofRecord =
                type.isRecord()
                        && count == 0
                        && Arrays.stream(type.getRecordComponents())
                                .anyMatch(part -> part.getName().equals(name));
        return ofObject || ofEnum || ofRecord;
    }

    private static String field(Field field) {
        return field.isEnumConstant()
                ? field.getName()
                : prefix(field) + show(field.getAnnotatedType()) + " " + field.getName();
    }

    private static String constructor(Constructor<?> made) {
        return prefix(made) + "new" + parameters(made);
    }

    private static String method(Method method) {
        String variables = variables(method.getTypeParameters());
        return (method.isDefault() ? "default " : "")
                + prefix(method)
                + (variables.isEmpty() ? "" : variables + " ")
                + show(method.getAnnotatedReturnType())
                + " "
                + method.getName()
                + parameters(method);
    }

    private static String prefix(Member member) {
        int modifiers = member.getModifiers();
        return (Modifier.isProtected(modifiers) ? "protected " : "")
                + (Modifier.isStatic(modifiers) ? "static " : "");
    }

    private static String parameters(Executable code) {
        String list =
                Arrays.stream(code.getAnnotatedParameterTypes())
                        .map(Signatures::show)
                        .collect(joining(", ", "(", ")"));
        String given = code.isVarArgs() ? list.replaceAll("\\[\\]\\)$", "...)") : list;
        return given
                + Arrays.stream(code.getGenericExceptionTypes())
                        .map(Type::getTypeName)
                        .map(Signatures::brief)
                        .reduce((a, b) -> a + ", " + b)
                        .map(thrown -> " throws " + thrown)
                        .orElse("");
    }

    private static String variables(TypeVariable<?>[] variables) {
        return variables.length == 0
                ? ""
                : Arrays.stream(variables)
                        .map(Signatures::variable)
                        .collect(joining(", ", "<", ">"));
    }

    private static String variable(TypeVariable<?> variable) {
        String bounds =
                Arrays.stream(variable.getAnnotatedBounds())
                        .map(Signatures::show)
                        .filter(bound -> !bound.equals("Object"))
                        .collect(joining(" & "));
        return variable.getName() + (bounds.isEmpty() ? "" : " extends " + bounds);
    }

    private static String show(AnnotatedType type) {
        return brief(type.toString());
    }

    private static String brief(String type) {
        return type.replaceAll("\\b(?:[a-z_][a-z0-9_]*\\.)+(?=[@A-Z])", "")
                .replace("()", "")
                .replace('$', '.');
    }
}
