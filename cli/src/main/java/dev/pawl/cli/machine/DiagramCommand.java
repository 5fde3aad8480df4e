package dev.pawl.cli.machine;

import dev.pawl.cli.drawing.Drawing;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.ControlRequest.ListDefinitions;
import dev.pawl.machine.Definition;
import dev.pawl.machine.DefinitionPrinter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Prints the diagram of a machine.
@Command(
        name = "diagram",
        description = "Prints the states and transitions of a machine, as a diagram or a table.",
        footer = {
            "",
            "Examples:",
            "  pawl diagram pull-image",
            "  pawl diagram pull-image --format svg > pull-image.svg",
            "  pawl diagram pull-image --format contract"
        })
final class DiagramCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "NAME", description = "Name of the machine.")
    String name = "";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "One of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    Format format = Format.MERMAID;

    DiagramCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Definition definition = find(shell.execute(new ListDefinitions()));
        String text =
                switch (format) {
                    case MERMAID -> DefinitionPrinter.mermaid(definition);
                    case SVG -> Drawing.svg(definition);
                    case TABLE -> DefinitionPrinter.transitions(definition);
                    case CONTRACT -> DefinitionPrinter.contract(definition);
                };
        if (shell.json) {
            return shell.json(new Printed(name, format.toString(), text));
        }
        shell.out.print(text);
        return ExitCode.OK;
    }

    private Definition find(List<Definition> definitions) {
        String known = definitions.stream().map(Definition::name).collect(Collectors.joining(", "));
        return definitions.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        CommandException.notFound(
                                "the store has no machine '%s' (has: %s)".formatted(name, known)));
    }

    record Printed(String machine, String format, String text) {}

    /// The formats of a printed machine.
    enum Format {
        MERMAID,
        SVG,
        TABLE,
        CONTRACT;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
