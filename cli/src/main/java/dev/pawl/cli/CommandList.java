package dev.pawl.cli;

import dev.pawl.cli.shell.CommandGroup;
import dev.pawl.cli.shell.Shell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The list of commands in `pawl --help`, under the titles of their groups.
final class CommandList {
    private static final int INDENT = 2;
    private static final int NAME_WIDTH = 13;

    private final Map<String, String> titles = new LinkedHashMap<>();

    CommandList(List<CommandGroup> groups, Shell shell) {
        for (CommandGroup group : groups) {
            group.commands(shell).keySet().forEach(name -> titles.put(name, group.title()));
        }
    }

    /// Replaces the flat list of commands in the help of `root`; those of its commands keep theirs.
    void installIn(CommandLine root) {
        Map<String, CommandLine.IHelpSectionRenderer> sections =
                new LinkedHashMap<>(root.getHelpSectionMap());
        sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, _ -> "");
        sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, this::text);
        root.getCommandSpec().usageMessage().sectionMap(sections);
    }

    private String text(Help root) {
        StringBuilder text = new StringBuilder("%n".formatted());
        Map<String, TextTable> tables = new LinkedHashMap<>();
        root.subcommands()
                .forEach((name, command) -> {
                    String title = titles.getOrDefault(name, "Commands");
                    TextTable table = tables.computeIfAbsent(title, _ -> table(root));
                    table.addRowValues(
                            root.colorScheme().commandText(name),
                            root.colorScheme().text(summary(command)));
                });
        tables.forEach((title, table) ->
                text.append(title)
                        .append(":%n".formatted())
                        .append(table)
                        .append("%n".formatted()));
        return text.toString();
    }

    private static TextTable table(Help root) {
        int width = root.commandSpec().usageMessage().width();
        return TextTable.forColumns(
                root.colorScheme(),
                new Column(NAME_WIDTH, INDENT, Column.Overflow.SPAN),
                new Column(width - NAME_WIDTH, INDENT, Column.Overflow.WRAP));
    }

    /// Returns the first line of a command's description.
    private static String summary(Help command) {
        String[] description = command.commandSpec().usageMessage().description();
        return description.length == 0 ? "" : description[0];
    }
}
