package dev.pawl.verification.tidy;

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

/// A name in a documentation comment names something that exists.
///
/// This is a rule of its own and not an option of the build, so that a comment may come before what
/// it speaks of while both are being written.
final class References {
    private References() {}

    /// Compiles `files` into `output`, without keeping it, and returns what their comments miss.
    static List<Finding> in(List<Path> files, Path output, Function<Path, String> name)
            throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var messages = new DiagnosticCollector<JavaFileObject>();
        List<String> options =
                List.of(
                        "-Xdoclint:reference",
                        "-proc:none",
                        "-d",
                        output.toString(),
                        "-cp",
                        System.getProperty("java.class.path"));
        try (var manager = compiler.getStandardFileManager(messages, null, null)) {
            var units = manager.getJavaFileObjectsFromPaths(files);
            compiler.getTask(null, manager, messages, options, null, units).call();
        }
        return messages.getDiagnostics().stream()
                .filter(message -> message.getKind() == Diagnostic.Kind.ERROR)
                .map(message -> finding(message, name))
                .toList();
    }

    private static Finding finding(
            Diagnostic<? extends JavaFileObject> message, Function<Path, String> name) {
        Path file = Path.of(message.getSource().toUri());
        return new Finding(
                "reference",
                name.apply(file),
                "line %d: %s".formatted(message.getLineNumber(), message.getMessage(Locale.ROOT)));
    }
}
