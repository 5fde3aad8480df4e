package dev.pawl.cli;

import dev.pawl.cli.drawing.Drawing;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.control.Control;
import dev.pawl.machine.Definition;
import dev.pawl.machine.Printing;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Prints a machine as a diagram or a table.
@Command(
        name = "diagram",
        description = "Prints a machine: as a diagram, as a drawing, or as a table.",
        footer = {
            "",
            "Examples:",
            "  pawl diagram pull-image",
            "  pawl diagram pull-image --format svg > pull-image.svg",
            "  pawl diagram pull-image --format contract"
        })
final class DiagramCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "NAME", description = "The machine.")
    String name = "";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "One of ${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} unless told.")
    Format format = Format.MERMAID;

    DiagramCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Definition definition;
        try (Control control = shell.open()) {
            definition = find(control.definitions());
        }
        String text =
                switch (format) {
                    case MERMAID -> Printing.mermaid(definition);
                    case SVG -> Drawing.svg(definition);
                    case TABLE -> Printing.transitions(definition);
                    case CONTRACT -> Printing.contract(definition);
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
                        Trouble.notFound(
                                "the store knows no machine '%s' (knows: %s)"
                                        .formatted(name, known)));
    }

    record Printed(String machine, String format, String text) {}

    /// What a machine can be printed as.
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
