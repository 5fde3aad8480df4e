package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
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

/// Writes items for other programs.
@Command(
        name = "export",
        description = {
            "Writes the items of the base, without those that were removed, one after the other.",
            "json is one array of objects with everything; csv has urn, kind, title, status and"
                    + " links. A file appears when it is whole."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds export cwe --kind weakness --format csv --output weaknesses.csv",
            "  pawl feeds export --format json | gzip > base.json.gz"
        })
final class ExportCommand implements Callable<Integer> {
    private final Desk desk;
    private final Shell shell;

    @Parameters(paramLabel = "SOURCE", arity = "0..1", description = "Of one source only.")
    String source = "";

    @Option(names = "--kind", paramLabel = "KIND", description = "Of one kind only.")
    String kind = "";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            required = true,
            description = "json or csv.")
    Export.Format format = Export.Format.JSON;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Where to (default: standard output).")
    @Nullable Path output;

    ExportCommand(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    @Override
    public Integer call() throws IOException {
        Export export = new Export(shell, Desk.sourceOrAll(source), kind);
        Path file = output;
        if (file == null) {
            desk.base(base -> export.write(base, format, shell.out));
            return ExitCode.OK;
        }
        long items = toFile(file, export);
        if (shell.json) return shell.json(Map.of("items", items, "file", file.toString()));
        shell.say("%,d items are in %s".formatted(items, file));
        return ExitCode.OK;
    }

    private long toFile(Path file, Export export) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory) || Files.isDirectory(file)) {
            throw Trouble.notFound("--output is a file in a directory that exists, not " + file);
        }
        Path part = Files.createTempFile(directory, "export", ".part");
        try {
            long items;
            try (PrintWriter out =
                    new PrintWriter(Files.newBufferedWriter(part, StandardCharsets.UTF_8))) {
                items = desk.base(base -> export.write(base, format, out));
                if (out.checkError()) {
                    throw Trouble.refused("%s could not be written".formatted(file));
                }
            }
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
            return items;
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
