package dev.pawl.cli.store;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.StoreLocation;
import dev.pawl.engine.store.Store;
import dev.pawl.run.RunId;
import dev.pawl.store.StoreContents;
import dev.pawl.store.StoreMove;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Moves a store to another place.
@Command(
        name = "move",
        description = {
            "Copies a store into an empty one: runs with their histories, messages, settings and"
                    + " definitions.",
            "Close every engine and node on both stores first. The source is not changed or marked"
                    + " as moved: do not use it afterwards. If the move is interrupted, the same"
                    + " command resumes it; until it is complete, no engine opens the target. At"
                    + " the end both stores are read and compared; the exit code is 1 if they"
                    + " differ.",
            "Runs keep their states; the next engine on the target resumes them."
        },
        footer = {
            "",
            "Examples:",
            "  pawl store move .pawl jdbc:postgresql://db/orders",
            "  pawl store move .pawl jdbc:postgresql://db/orders --to-schema west",
            "  pawl store move jdbc:postgresql://db/orders ./home --json"
        })
final class StoreMoveCommand implements Callable<Integer> {
    private final Shell shell;
    private StoreMove.@Nullable Stage stage;

    @Parameters(index = "0", paramLabel = "FROM", description = "Source: a directory or JDBC URL.")
    String from = "";

    @Parameters(index = "1", paramLabel = "TO", description = "Target: a directory or JDBC URL.")
    String to = "";

    @Option(
            names = "--from-schema",
            paramLabel = "NAME",
            description = "Schema of FROM, if it is a database (default: pawl).")
    @Nullable String fromSchema;

    @Option(
            names = "--to-schema",
            paramLabel = "NAME",
            description = "Schema of TO, if it is a database (default: pawl).")
    @Nullable String toSchema;

    StoreMoveCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (shell.chosenHome != null || shell.chosenStore != null || shell.chosenSchema != null) {
            throw CommandException.usage(
                    "--home, --store and --schema do not apply here: name the stores with the"
                            + " arguments FROM and TO, and --from-schema and --to-schema");
        }
        StoreLocation source = shell.location(from, fromSchema);
        StoreLocation target = shell.location(to, toSchema);
        if (source.identity().equals(target.identity())) {
            throw CommandException.usage("FROM and TO are the same store, %s".formatted(source));
        }
        source.require();
        StoreMove.Result result = move(source, target);
        if (shell.json) {
            shell.json(json(result));
        } else {
            print(source, target, result);
        }
        return result.isSame() ? ExitCode.OK : ExitCode.NO;
    }

    private StoreMove.Result move(StoreLocation source, StoreLocation target) {
        // A directory is opened for writing, so that no engine can open it meanwhile.
        try (Store first =
                        source instanceof StoreLocation.Home ? source.writing() : source.reading();
                Store second = target.writing()) {
            return StoreMove.move(first, second, source.identity(), this::show);
        } catch (StoreMove.Refusal e) {
            throw CommandException.refused(
                    "%s → %s: %s".formatted(source, target, String.valueOf(e.getMessage())));
        } finally {
            if (isShown() && shell.paint.isTerminal()) {
                shell.err.print("\r\u001b[K");
                shell.err.flush();
            }
        }
    }

    private boolean isShown() {
        return !shell.json;
    }

    private void show(StoreMove.Stage now, long runs) {
        if (!isShown()) return;
        String text =
                switch (now) {
                    case MOVING -> "%s moved";
                    case READING -> "%s of FROM read back";
                    case COMPARING -> "%s of TO compared";
                };
        String line = text.formatted(HumanText.count(runs, "run"));
        if (shell.paint.isTerminal()) {
            shell.err.print("\r\u001b[K" + line);
        } else if (stage != now) {
            shell.err.println(line + "…");
        }
        shell.err.flush();
        stage = now;
    }

    private void print(StoreLocation source, StoreLocation target, StoreMove.Result result) {
        Table table =
                shell.table(
                        "STORE", "RUNS", "HISTORY", "MESSAGES", "SETTINGS", "CHECKSUM (SHA-256)");
        row(table, source, result.from());
        row(table, target, result.to());
        table.print(shell.out);
        if (result.isSame()) {
            String how = result.resumed() ? " The interrupted move was resumed." : "";
            shell.say(
                    shell.paint.green("Both stores have the same contents.")
                            + how
                            + " From now on use only %s: %s is unchanged and not marked as moved."
                                    .formatted(target, source));
            return;
        }
        String where =
                result.differing()
                        .map(run -> "run %s is the first that differs".formatted(run))
                        .orElse("no run of FROM differs; messages, settings or further runs do");
        shell.say(
                shell.paint.red("The stores differ: " + where + ".")
                        + " FROM may have changed during the move. Start again with an empty"
                        + " target; no engine opens %s.".formatted(target));
    }

    private static void row(Table table, StoreLocation place, StoreContents contents) {
        table.row(
                place,
                "%,d".formatted(contents.runs()),
                "%,d".formatted(contents.entries()),
                "%,d".formatted(contents.messages()),
                "%,d".formatted(contents.documents()),
                contents.checksum());
    }

    private static Map<String, @Nullable Object> json(StoreMove.Result result) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("ok", result.isSame());
        json.put("resumed", result.resumed());
        json.put("from", result.from());
        json.put("to", result.to());
        json.put("differing", result.differing().map(RunId::toString).orElse(null));
        return json;
    }
}
