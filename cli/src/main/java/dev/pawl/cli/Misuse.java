package dev.pawl.cli;

import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// What is wrong with a command line, in words for people.
final class Misuse {
    private Misuse() {}

    static String words(ParameterException error) {
        if (error instanceof UnmatchedArgumentException unmatched) return unmatched(unmatched);
        return String.valueOf(error.getMessage())
                .replaceFirst("is not an? (int|long)$", "is not a whole number");
    }

    private static String unmatched(UnmatchedArgumentException error) {
        String first = error.getUnmatched().getFirst();
        CommandSpec command = error.getCommandLine().getCommandSpec();
        if (error.isUnknownOption()) return "there is no option '%s' here".formatted(first);
        if (command.subcommands().isEmpty()) {
            return "'%s' is not expected; put a text with spaces into quotes".formatted(first);
        }
        String known =
                command.subcommands().values().stream()
                        .map(CommandLine::getCommandSpec)
                        .filter(each -> !each.usageMessage().hidden())
                        .map(CommandSpec::name)
                        .collect(Collectors.joining(", "));
        return "there is no command '%s' (has: %s)".formatted(first, known);
    }
}
