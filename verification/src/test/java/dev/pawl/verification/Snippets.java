package dev.pawl.verification;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/// Compiles small sources, for tests of rules that read class files.
public final class Snippets {
    private static final Pattern NAME = Pattern.compile("(?:class|interface|record|enum) (\\w+)");

    private Snippets() {}

    /// Compiles each of `sources`, named by its first type, into `directory`.
    public static Path compile(Path directory, String... sources) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String source : sources) {
            Matcher name = NAME.matcher(source);
            String type = name.find() ? name.group(1) : "package-info";
            Path home = Files.createDirectories(directory.resolve("sources-" + files.size()));
            files.add(Files.writeString(home.resolve(type + ".java"), source));
        }
        Path classes = Files.createDirectories(directory.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options =
                List.of(
                        "-d",
                        classes.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-proc:none");
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            var units = manager.getJavaFileObjectsFromPaths(files);
            if (!compiler.getTask(null, manager, null, options, null, units).call()) {
                throw new IllegalArgumentException("does not compile: " + List.of(sources));
            }
        }
        return classes;
    }
}
