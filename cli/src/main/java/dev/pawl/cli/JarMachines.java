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

/// Finds the machines in the static fields of classes in a jar.
final class JarMachines {
    private JarMachines() {}

    static List<Definition> in(Path jar, List<String> classes) {
        if (!Files.isRegularFile(jar)) throw Trouble.notFound("there is no file " + jar);
        List<Definition> found = new ArrayList<>();
        try {
            URL[] place = {jar.toUri().toURL()};
            try (URLClassLoader loader =
                    new URLClassLoader(place, JarMachines.class.getClassLoader())) {
                for (String name : classes) found.addAll(in(loader, jar, name));
            }
        } catch (IOException e) {
            throw Trouble.notFound("%s cannot be read: %s".formatted(jar, e.getMessage()));
        }
        return found;
    }

    private static List<Definition> in(ClassLoader loader, Path jar, String name) {
        List<Definition> found = new ArrayList<>();
        try {
            for (Field field : Class.forName(name, true, loader).getDeclaredFields()) {
                boolean machine =
                        Modifier.isStatic(field.getModifiers()) && field.getType() == Machine.class;
                if (machine && field.trySetAccessible()) {
                    found.add(((Machine<?, ?>) field.get(null)).definition());
                }
            }
        } catch (ClassNotFoundException _) {
            throw Trouble.notFound("there is no class %s in %s".formatted(name, jar));
        } catch (IllegalAccessException | LinkageError e) {
            throw Trouble.refused("class %s of %s cannot be loaded: %s".formatted(name, jar, e));
        }
        if (found.isEmpty()) {
            throw Trouble.notFound(
                    "class %s of %s has no static field of type Machine".formatted(name, jar));
        }
        return found;
    }
}
