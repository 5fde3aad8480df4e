package dev.pawl.verification.api;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/// Names in documentation comments that name nothing.
///
/// They are looked for by a test and not by the build, so that a comment may come before what it
/// speaks of while both are being written.
final class References {
    private References() {}

    /// Analyses `files` and returns what their comments miss, each as a sentence.
    static List<String> dangling(List<Path> files, Function<Path, String> name) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var messages = new DiagnosticCollector<JavaFileObject>();
        List<String> options =
                List.of(
                        "-Xdoclint:reference",
                        "-proc:none",
                        "-XDshould-stop.ifNoError=FLOW",
                        "-cp",
                        System.getProperty("java.class.path"));
        try (var manager = compiler.getStandardFileManager(messages, null, null)) {
            var units = manager.getJavaFileObjectsFromPaths(files);
            compiler.getTask(null, manager, messages, options, null, units).call();
        }
        return messages.getDiagnostics().stream()
                .filter(message -> message.getKind() == Diagnostic.Kind.ERROR)
                .map(message -> sentence(message, name))
                .toList();
    }

    private static String sentence(
            Diagnostic<? extends JavaFileObject> message, Function<Path, String> name) {
        Path file = Path.of(message.getSource().toUri());
        return "%s, line %d: %s"
                .formatted(
                        name.apply(file), message.getLineNumber(), message.getMessage(Locale.ROOT));
    }
}
