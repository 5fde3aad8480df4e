package dev.pawl.cli.machine;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.machine.Machine;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/// Finds the machines in the static fields of classes in jars and directories.
///
/// The classes stay loaded until the process exits, because machines execute them.
final class JarMachines {
    private static final String CLASS = ".class";

    private final List<Path> places;
    private final ClassLoader loader;

    JarMachines(List<Path> places) {
        this.places = places;
        try {
            URL[] urls = new URL[places.size()];
            for (int i = 0; i < urls.length; i++) urls[i] = url(places.get(i));
            this.loader = new URLClassLoader(urls, JarMachines.class.getClassLoader());
        } catch (IOException e) {
            throw unreadable(places, e);
        }
    }

    /// Returns the machines in these classes; each class must have at least one.
    List<Machine<?, ?>> in(List<String> classes) {
        List<Machine<?, ?>> found = new ArrayList<>();
        for (String name : classes) {
            List<Machine<?, ?>> here = new ArrayList<>();
            try {
                for (Field field : fields(name)) here.add(machine(name, field));
            } catch (LinkageError e) {
                throw CommandException.refused(unusable(name, e));
            }
            if (here.isEmpty()) {
                throw CommandException.notFound(
                        "class %s has no static field of type Machine; name a class that has one"
                                .formatted(name));
            }
            found.addAll(here);
        }
        return found;
    }

    /// Returns the machines in all classes of these jars and directories. A class that cannot be
    /// loaded is skipped, because it may need an optional library that is absent.
    List<Machine<?, ?>> inAll(List<Path> searched) {
        List<Machine<?, ?>> found = new ArrayList<>();
        for (Path place : searched) {
            for (String name : classes(place)) {
                for (Field field : fieldsIfLoadable(name)) {
                    Machine<?, ?> machine = machine(name, field);
                    if (!found.contains(machine)) found.add(machine);
                }
            }
        }
        if (found.isEmpty()) {
            throw CommandException.notFound(
                    "no machines in %s: expected static fields of type Machine"
                            .formatted(searched));
        }
        return found;
    }

    private static URL url(Path place) throws IOException {
        if (Files.isDirectory(place)) return place.toUri().toURL();
        if (!Files.isRegularFile(place)) {
            throw CommandException.notFound("no file %s; build the jar first".formatted(place));
        }
        // A class loader ignores a jar that it cannot open, and would report a missing class.
        try {
            new JarFile(place.toFile()).close();
        } catch (IOException e) {
            throw CommandException.usage(
                    "%s is not a jar (%s); name the jar that the build creates"
                            .formatted(place, e.getMessage()));
        }
        return place.toUri().toURL();
    }

    private static List<String> classes(Path place) {
        try {
            return names(place).stream()
                    .filter(name -> name.endsWith(CLASS) && !name.startsWith("META-INF"))
                    .map(name -> name.substring(0, name.length() - CLASS.length()))
                    .filter(name -> !name.endsWith("-info"))
                    .map(name -> name.replace('/', '.'))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw unreadable(List.of(place), e);
        }
    }

    private static List<String> names(Path place) throws IOException {
        if (Files.isDirectory(place)) {
            try (Stream<Path> files = Files.walk(place)) {
                return files.map(file -> place.relativize(file).toString())
                        .map(name -> name.replace(File.separatorChar, '/'))
                        .toList();
            }
        }
        try (JarFile jar = new JarFile(place.toFile())) {
            return jar.stream().map(JarEntry::getName).toList();
        }
    }

    private List<Field> fieldsIfLoadable(String name) {
        try {
            return fields(name);
        } catch (LinkageError _) {
            return List.of();
        }
    }

    /// Returns the static fields of a class that hold machines; the class is not initialized.
    private List<Field> fields(String name) {
        List<Field> fields = new ArrayList<>();
        try {
            for (Field field : Class.forName(name, false, loader).getDeclaredFields()) {
                boolean isStatic = Modifier.isStatic(field.getModifiers());
                if (!isStatic || !Machine.class.isAssignableFrom(field.getType())) continue;
                if (field.trySetAccessible()) fields.add(field);
            }
        } catch (ClassNotFoundException _) {
            throw CommandException.notFound(
                    "no class %s in %s; write the full name, with $ before a nested class"
                            .formatted(name, places));
        }
        return fields;
    }

    private static Machine<?, ?> machine(String name, Field field) {
        try {
            if (field.get(null) instanceof Machine<?, ?> machine) return machine;
        } catch (IllegalAccessException | LinkageError e) {
            throw CommandException.refused(unusable(name, e));
        }
        throw CommandException.refused(
                "the static field %s is null; it must be a machine".formatted(field));
    }

    private static CommandException unreadable(List<Path> places, IOException error) {
        return CommandException.refused("%s cannot be read: %s".formatted(places, error));
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
