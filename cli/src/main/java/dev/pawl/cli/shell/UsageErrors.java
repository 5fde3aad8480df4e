package dev.pawl.cli.shell;

import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Error messages for command lines that cannot be parsed.
public final class UsageErrors {
    private UsageErrors() {}

    /// Returns the message for an error of the parser.
    public static String message(ParameterException error) {
        if (error instanceof UnmatchedArgumentException unmatched) return unmatched(unmatched);
        return String.valueOf(error.getMessage())
                .replaceFirst("is not an? (int|long)$", "is not a whole number");
    }

    /// Returns the error of a group of commands that is called without one of them.
    public static ParameterException missingCommand(CommandSpec group) {
        return new ParameterException(
                group.commandLine(), "missing command: expected one of " + names(group));
    }

    private static String unmatched(UnmatchedArgumentException error) {
        String first = error.getUnmatched().getFirst();
        CommandSpec command = error.getCommandLine().getCommandSpec();
        if (error.isUnknownOption()) return "unknown option '%s'".formatted(first);
        if (command.subcommands().isEmpty()) {
            return "unexpected argument '%s'; quote a text that contains spaces".formatted(first);
        }
        return "unknown command '%s' (has: %s)".formatted(first, names(command));
    }

    private static String names(CommandSpec group) {
        return group.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(each -> !each.usageMessage().hidden())
                .map(CommandSpec::name)
                .collect(Collectors.joining(", "));
    }
}
