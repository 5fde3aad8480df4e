package dev.pawl.cli;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Place;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.store.Store;
import dev.pawl.run.RunId;
import dev.pawl.store.Contents;
import dev.pawl.store.Moving;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Moves a store into another one.
@Command(
        name = "move",
        description = {
            "Moves everything from one store into another one that is empty: runs with their whole"
                    + " histories, mail, settings and definitions.",
            "No engine or node may be at work on either. The first store stays as it is, and"
                    + " nothing in it says that it was moved: take care that nobody goes on with"
                    + " it. A move that was cut off is gone on with by the same command; until it"
                    + " is finished no engine opens the second store. At the end both are read and"
                    + " compared; the exit code is 1 if they differ.",
            "Runs keep their states, and the next engine on the second store takes them up."
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
    private Moving.@Nullable Stage stage;

    @Parameters(index = "0", paramLabel = "FROM", description = "A directory or a JDBC address.")
    String from = "";

    @Parameters(index = "1", paramLabel = "TO", description = "A directory or a JDBC address.")
    String to = "";

    @Option(
            names = "--from-schema",
            paramLabel = "NAME",
            description = "The schema of FROM, if it is a database (default: pawl).")
    @Nullable String fromSchema;

    @Option(
            names = "--to-schema",
            paramLabel = "NAME",
            description = "The schema of TO, if it is a database (default: pawl).")
    @Nullable String toSchema;

    StoreMoveCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (shell.chosenHome != null || shell.chosenStore != null || shell.chosenSchema != null) {
            throw Trouble.usage(
                    "the stores are the arguments FROM and TO, with --from-schema and --to-schema;"
                            + " --home, --store and --schema are not for this");
        }
        Place source = shell.place(from, fromSchema);
        Place target = shell.place(to, toSchema);
        if (source.identity().equals(target.identity())) {
            throw Trouble.usage("FROM and TO are the same store, %s".formatted(source));
        }
        source.require();
        Moving.Result result = move(source, target);
        if (shell.json) {
            shell.json(json(result));
        } else {
            print(source, target, result);
        }
        return result.isSame() ? ExitCode.OK : ExitCode.NO;
    }

    private Moving.Result move(Place source, Place target) {
        // A directory is opened to write, so that no engine can begin to meanwhile.
        try (Store first = source instanceof Place.Home ? source.writing() : source.reading();
                Store second = target.writing()) {
            return Moving.move(first, second, source.identity(), this::show);
        } catch (Moving.Refusal e) {
            throw Trouble.refused(
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

    private void show(Moving.Stage now, long runs) {
        if (!isShown()) return;
        String words =
                switch (now) {
                    case MOVING -> "%s moved";
                    case READING -> "%s of FROM read again";
                    case COMPARING -> "%s of TO compared";
                };
        String line = words.formatted(Words.count(runs, "run"));
        if (shell.paint.isTerminal()) {
            shell.err.print("\r\u001b[K" + line);
        } else if (stage != now) {
            shell.err.println(line + "…");
        }
        shell.err.flush();
        stage = now;
    }

    private void print(Place source, Place target, Moving.Result result) {
        Table table =
                shell.table("STORE", "RUNS", "HISTORY", "MAIL", "ITEMS", "CHECKSUM (SHA-256)");
        row(table, source, result.from());
        row(table, target, result.to());
        table.print(shell.out);
        if (result.isSame()) {
            String how = result.resumed() ? " This went on with a move that was cut off." : "";
            shell.say(
                    shell.paint.green("Both hold the same.")
                            + how
                            + " %s stays as it is, and nothing in it says that it was moved: go on"
                                    .formatted(source)
                            + " with %s alone.".formatted(target));
            return;
        }
        String where =
                result.differing()
                        .map(run -> "run %s is the first that differs".formatted(run))
                        .orElse("no run of FROM differs, so it is mail, an item or a run more");
        shell.say(
                shell.paint.red("They differ: " + where + ".")
                        + " Was FROM changed since the move began? Name an empty store, and begin"
                        + " anew. No engine opens %s.".formatted(target));
    }

    private static void row(Table table, Place place, Contents contents) {
        table.row(
                place,
                "%,d".formatted(contents.runs()),
                "%,d".formatted(contents.entries()),
                "%,d".formatted(contents.mail()),
                "%,d".formatted(contents.items()),
                contents.checksum());
    }

    private static Map<String, @Nullable Object> json(Moving.Result result) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("ok", result.isSame());
        json.put("resumed", result.resumed());
        json.put("from", result.from());
        json.put("to", result.to());
        json.put("differing", result.differing().map(RunId::toString).orElse(null));
        return json;
    }

    /// The group of commands about whole stores.
    @Command(
            name = "store",
            synopsisSubcommandLabel = "COMMAND",
            description = "Does something with a whole store.",
            footer = {
                "",
                "Examples:",
                "  pawl store move .pawl jdbc:postgresql://db/orders",
                "  pawl store move jdbc:postgresql://db/orders ./copy --from-schema pawl"
            })
    static final class Group implements Callable<Integer> {
        @Spec CommandSpec spec = CommandSpec.create();

        @Override
        public Integer call() {
            throw new ParameterException(
                    spec.commandLine(),
                    "one of %s is expected".formatted(spec.subcommands().keySet()));
        }
    }
}
