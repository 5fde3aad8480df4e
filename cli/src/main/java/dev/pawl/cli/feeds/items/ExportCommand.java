package dev.pawl.cli.feeds.items;

import dev.pawl.cli.feeds.context.FeedsArguments;
import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Exports items for other programs.
@Command(
        name = "export",
        description = {
            "Exports all items except removed ones.",
            "json writes one array with the full content of each item. csv writes the columns urn,"
                    + " kind, title, status and links. The output file appears only once it is"
                    + " complete."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds export cwe --kind weakness --format csv --output weaknesses.csv",
            "  pawl feeds export --format json | gzip > items.json.gz"
        })
final class ExportCommand implements Callable<Integer> {
    private final FeedsContext context;
    private final Shell shell;

    @Parameters(
            paramLabel = "SOURCE",
            arity = "0..1",
            description = "Export only items of this source.")
    String source = "";

    @Option(names = "--kind", paramLabel = "KIND", description = "Export only items of this kind.")
    String kind = "";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            required = true,
            description = "Output format: json or csv.")
    Export.Format format = Export.Format.JSON;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Write to this file (default: standard output).")
    @Nullable Path output;

    ExportCommand(FeedsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws IOException {
        Export export = new Export(shell, FeedsArguments.sourceOrAll(source), kind);
        Path file = output;
        if (file == null) {
            context.items(items -> export.write(items, format, shell.out));
            return ExitCode.OK;
        }
        long items = toFile(file, export);
        if (shell.json) return shell.json(Map.of("items", items, "file", file.toString()));
        shell.say("Exported %,d items to %s".formatted(items, file));
        return ExitCode.OK;
    }

    private long toFile(Path file, Export export) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory) || Files.isDirectory(file)) {
            throw CommandException.notFound(
                    "--output must be a file in an existing directory, found " + file);
        }
        Path part = Files.createTempFile(directory, "export", ".part");
        try {
            long count;
            try (PrintWriter out =
                    new PrintWriter(Files.newBufferedWriter(part, StandardCharsets.UTF_8))) {
                count = context.items(items -> export.write(items, format, out));
                if (out.checkError()) {
                    throw CommandException.refused(
                            "%s could not be written; check the free space".formatted(file));
                }
            }
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
            return count;
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
