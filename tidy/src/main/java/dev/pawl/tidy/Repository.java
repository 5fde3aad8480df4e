package dev.pawl.tidy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The files of this repository, whatever the working directory of the tests is.
public record Repository(Path root) {
    /// The maximum depth of a `pom.xml` below the root.
    private static final int MODULE_DEPTH = 3;

    private static final String TESTS = "src/test/java";

    /// Finds the repository around the working directory.
    public static Repository find() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(directory.resolve(".mvn/find-jdk"))) {
            Path parent = directory.getParent();
            if (parent == null) {
                throw new IllegalStateException(
                        "expected to run inside the repository, found "
                                + Path.of("").toAbsolutePath());
            }
            directory = parent;
        }
        return new Repository(directory);
    }

    /// Returns the directories of the Maven modules, below the root.
    public List<String> modules() {
        try (Stream<Path> found = Files.find(root, MODULE_DEPTH, (file, _) -> isPom(file))) {
            return found.map(Path::getParent)
                    .filter(module -> !module.equals(root))
                    .map(this::name)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns the directories with the compiled main classes of all modules.
    public List<Path> classes() {
        return modules().stream().map(this::classes).filter(Files::isDirectory).toList();
    }

    /// Returns the directory with the compiled main classes of `module`.
    public Path classes(String module) {
        return root.resolve(module).resolve("target/classes");
    }

    /// Returns all Java sources, main and test.
    public List<Path> javaFiles() {
        return modules().stream()
                .flatMap(module -> files(root.resolve(module).resolve("src"), ".java").stream())
                .toList();
    }

    /// Returns the sources of a module's test classes: those that the build executes by name.
    public List<Path> testFiles(String module) {
        return files(root.resolve(module).resolve(TESTS), "Test.java");
    }

    /// Returns the name of the class in a test source.
    public static String className(Path test) {
        String path = test.toString().replace('\\', '/');
        int from = path.lastIndexOf(TESTS) + TESTS.length() + 1;
        return path.substring(from, path.length() - ".java".length()).replace('/', '.');
    }

    /// Returns the Java sources that are compiled into the modules.
    public List<Path> mainFiles() {
        return javaFiles().stream().filter(file -> name(file).contains("/src/main/")).toList();
    }

    /// Returns the Java sources of the examples that documents quote.
    public List<Path> exampleFiles() {
        return files(root.resolve("examples/src"), ".java");
    }

    /// Returns all documents.
    public List<Path> documents() {
        return files(root, ".md");
    }

    /// Returns the SQL scripts, the build files and the shell scripts.
    public List<Path> scripts() {
        return Stream.of(files(root, ".sql"), files(root, "pom.xml"), shellScripts())
                .flatMap(List::stream)
                .toList();
    }

    /// A shell script has no suffix here; it is known by its first line.
    private List<Path> shellScripts() {
        List<Path> scripts = new ArrayList<>(files(root.resolve(".mvn"), ""));
        scripts.addAll(files(root.resolve(".ci"), ""));
        scripts.addAll(files(root, ""));
        scripts.removeIf(file -> file.getFileName().toString().contains(".") || !isScript(file));
        return scripts;
    }

    private static boolean isScript(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(2), StandardCharsets.ISO_8859_1).equals("#!");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns the path of `file` relative to the root, with slashes.
    public String name(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    private static List<Path> files(Path directory, String suffix) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        Predicate<Path> isHiddenOrBuilt = part -> part.toString().matches("target|\\.[^.].*");
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(suffix))
                    .filter(file -> parts(directory.relativize(file)).noneMatch(isHiddenOrBuilt))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isPom(Path file) {
        return file.endsWith("pom.xml");
    }

    private static Stream<Path> parts(Path path) {
        return Stream.iterate(0, i -> i < path.getNameCount(), i -> i + 1).map(path::getName);
    }
}
