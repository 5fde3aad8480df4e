package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.screen.Csv;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.canonical.StoneQueries;
import dev.pawl.diamonds.canonical.StoneSearch;
import dev.pawl.diamonds.canonical.StoneView;
import dev.pawl.engine.control.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Exports stones for other programs.
@Command(
        name = "export",
        description = {
            "Exports live stones, cheapest first.",
            "jsonl writes one object per line; csv writes the most used columns. The output file"
                    + " appears only once it is complete."
        },
        footer = {
            "",
            "Examples:",
            "  pawl diamonds export --format csv --output stones.csv",
            "  pawl diamonds export --format jsonl --shape oval | gzip > ovals.jsonl.gz"
        })
final class StoneExportCommand implements Callable<Integer> {
    private static final int PAGE = 1_000;

    private final DiamondsContext context;
    private final Shell shell;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            required = true,
            description = "Output format: jsonl or csv.")
    Format format = Format.JSONL;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Write to this file (default: standard output).")
    @Nullable Path output;

    @Mixin SearchOptions options = new SearchOptions();

    StoneExportCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws IOException {
        Path file = output;
        if (file == null) {
            context.stones(stones -> write(stones, shell.out));
            return ExitCode.OK;
        }
        long count = toFile(file);
        if (shell.json) return shell.json(Map.of("stones", count, "file", file.toString()));
        shell.say("Exported %,d stones to %s".formatted(count, file));
        return ExitCode.OK;
    }

    private long toFile(Path file) throws IOException {
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
                count = context.stones(stones -> write(stones, out));
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

    /// Writes page by page, so that memory does not grow with the number of stones.
    private long write(StoneQueries stones, PrintWriter out) {
        if (format == Format.CSV) {
            out.println(
                    "id,shape,carat,colour,clarity,cut,lab,certificate,availability,"
                            + "supplier_price_cents,price_cents");
        }
        StoneSearch search = options.search().limit(PAGE);
        long count = 0;
        List<StoneView> page = stones.search(search);
        while (!page.isEmpty()) {
            page.forEach(each -> out.println(line(each)));
            count += page.size();
            page = stones.search(search.after(page.getLast()));
        }
        return count;
    }

    private String line(StoneView stone) {
        return switch (format) {
            case JSONL -> Json.line(StoneTable.json(stone));
            case CSV ->
                    Csv.line(
                            List.of(
                                    stone.stoneId(),
                                    StoneTable.field(stone, "shape"),
                                    StoneTable.field(stone, "carat"),
                                    stone.colour(),
                                    StoneTable.field(stone, "clarity"),
                                    StoneTable.field(stone, "cut"),
                                    StoneTable.field(stone, "lab"),
                                    StoneTable.field(stone, "certificate"),
                                    StoneTable.field(stone, "availability"),
                                    StoneTable.field(stone, "supplier_price_cents"),
                                    Long.toString(stone.priceCents())));
        };
    }

    /// The output formats.
    enum Format {
        JSONL,
        CSV
    }
}
