package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/// Builds jars from source text.
record Jars(Path directory) {

    /// Compiles one class and returns its jar; `beside` is on the class path.
    Path of(String name, String source, Path... beside) throws IOException {
        Path classes = Files.createDirectories(directory.resolve(name + "-classes"));
        Path file = Files.writeString(directory.resolve(name + ".java"), source);
        String path = System.getProperty("java.class.path");
        for (Path jar : beside) path += java.io.File.pathSeparator + jar;
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int code =
                compiler.run(
                        null, null, null, "-proc:none", "-cp", path, "-d", "" + classes, "" + file);
        assertThat(code).isZero();
        return packed(classes, directory.resolve(name + ".jar"));
    }

    private static Path packed(Path classes, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            List<Path> all = files.filter(Files::isRegularFile).toList();
            for (Path file : all) {
                entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, entries);
                entries.closeEntry();
            }
        }
        return jar;
    }
}
