package dev.pawl.servers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The command of a child process that executes a class of the class path of this one.
///
/// A child runs for seconds: a second tier of the compiler and a concurrent collector would cost
/// more than they save.
public final class JavaCommand {
    private JavaCommand() {}

    /// Returns the command for a class and its arguments.
    public static List<String> of(Class<?> main, String... arguments) {
        return of(List.of(), main, arguments);
    }

    /// Returns the command with more options of the JVM.
    public static List<String> of(List<String> options, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:+UseSerialGC");
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
