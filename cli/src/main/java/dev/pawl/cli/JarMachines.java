package dev.pawl.cli;

import dev.pawl.machine.Definition;
import dev.pawl.machine.Machine;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;

/// Finds the machines in the static fields of classes in jars.
final class JarMachines {
    private JarMachines() {}

    static List<Definition> in(List<Path> jars, List<String> classes) {
        List<Definition> found = new ArrayList<>();
        try {
            URL[] places = new URL[jars.size()];
            for (int i = 0; i < places.length; i++) places[i] = place(jars.get(i));
            try (URLClassLoader loader =
                    new URLClassLoader(places, JarMachines.class.getClassLoader())) {
                for (String name : classes) found.addAll(in(loader, jars, name));
            }
        } catch (IOException e) {
            throw Trouble.refused("%s cannot be read: %s".formatted(jars, e));
        }
        return found;
    }

    private static URL place(Path jar) throws IOException {
        if (!Files.isRegularFile(jar)) {
            throw Trouble.notFound("there is no file %s; build the jar first".formatted(jar));
        }
        // A class loader passes over what it cannot open, and the class would be said to be
        // missing.
        try {
            new JarFile(jar.toFile()).close();
        } catch (IOException e) {
            throw Trouble.usage(
                    "%s is no jar (%s); name the jar that the build makes"
                            .formatted(jar, e.getMessage()));
        }
        return jar.toUri().toURL();
    }

    private static List<Definition> in(ClassLoader loader, List<Path> jars, String name) {
        List<Definition> found = new ArrayList<>();
        try {
            for (Field field : Class.forName(name, true, loader).getDeclaredFields()) {
                boolean isStatic = Modifier.isStatic(field.getModifiers());
                if (!isStatic || !Machine.class.isAssignableFrom(field.getType())) continue;
                if (field.trySetAccessible()) found.add(definition(field));
            }
        } catch (ClassNotFoundException _) {
            throw Trouble.notFound(
                    "there is no class %s in %s; write its name with the package, and $ before a"
                                    .formatted(name, jars)
                            + " nested one");
        } catch (IllegalAccessException | LinkageError e) {
            throw Trouble.refused(unusable(name, e));
        }
        if (found.isEmpty()) {
            throw Trouble.notFound(
                    "class %s has no static field of type Machine; name the class that has them"
                            .formatted(name));
        }
        return found;
    }

    private static Definition definition(Field field) throws IllegalAccessException {
        if (field.get(null) instanceof Machine<?, ?> machine) return machine.definition();
        throw Trouble.refused("the static field %s is null; it must be a machine".formatted(field));
    }

    private static String unusable(String name, Throwable error) {
        return switch (error) {
            case ExceptionInInitializerError failed ->
                    "class %s cannot be initialized: %s".formatted(name, failed.getCause());
            case NoClassDefFoundError missing ->
                    "class %s needs %s, which is not in the jar; name its jar with another --jar"
                            .formatted(name, missing.getMessage());
            default -> "class %s cannot be used: %s".formatted(name, error);
        };
    }
}
