package dev.pawl.cli.shell;

import dev.pawl.cli.screen.Paint;
import dev.pawl.cli.screen.PassingLine;
import dev.pawl.cli.screen.Secrets;
import dev.pawl.cli.screen.Table;
import dev.pawl.engine.CauseProvider;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlRequest;
import dev.pawl.engine.control.Json;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/// What every command gets: where to print, where the store is, and how to control the engine.
public final class Shell {
    public static final String SCHEMA = "pawl";

    private static final Path DEFAULT_HOME = Path.of(".pawl");

    public final PrintWriter out;
    public final PrintWriter err;
    public final Paint paint;

    /// How a long-running command learns that it must stop.
    public final Shutdown shutdown = new Shutdown();

    private final UnaryOperator<@Nullable String> environment;
    private final List<CauseProvider> causes;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "Directory of the store (default: .pawl).")
    public @Nullable Path chosenHome;

    @Option(
            names = "--store",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            description = {
                "Database of the store, instead of --home (default: $PAWL_STORE):",
                "jdbc:postgresql://host/database, with user and password in the URL or in PGUSER"
                        + " and PGPASSWORD."
            })
    public @Nullable String chosenStore;

    @Option(
            names = "--schema",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description = "Schema in the database (default: $PAWL_SCHEMA, or pawl).")
    public @Nullable String chosenSchema;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print JSON.")
    public boolean json;

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "Print the stack trace of errors.")
    public boolean debug;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    boolean help;

    public Shell(
            PrintWriter out,
            PrintWriter err,
            Paint paint,
            UnaryOperator<@Nullable String> environment,
            List<CauseProvider> causes) {
        this.out = out;
        this.err = err;
        this.paint = paint;
        this.environment = environment;
        this.causes = List.copyOf(causes);
    }

    /// Returns a variable of the environment; empty if it is not set or has no text.
    public Optional<String> environment(String name) {
        return Optional.ofNullable(environment.apply(name)).filter(value -> !value.isEmpty());
    }

    public Path home() {
        return chosenHome == null ? DEFAULT_HOME : chosenHome;
    }

    /// Returns where the store is.
    public StoreLocation location() {
        if (chosenHome != null && chosenStore != null) {
            throw CommandException.usage(
                    "--home and --store exclude each other: a store is either in a directory or in"
                            + " a database");
        }
        String url = chosenStore == null ? environment.apply("PAWL_STORE") : chosenStore;
        if (chosenHome == null && url != null && !url.isEmpty()) return database(url, chosenSchema);
        if (chosenSchema == null) return new StoreLocation.Home(home());
        throw CommandException.usage("--schema needs a database: add --store URL");
    }

    /// Returns the store that an argument names: the URL of a database, or a directory.
    public StoreLocation location(String text, @Nullable String schema) {
        if (text.startsWith(StoreLocation.DATABASE)) return database(text, schema);
        if (schema == null) return new StoreLocation.Home(Path.of(text));
        throw CommandException.usage(
                "%s is a directory and has no schema '%s': a schema needs a database URL"
                        .formatted(text, schema));
    }

    private StoreLocation database(String url, @Nullable String schema) {
        String chosen = schema == null ? environment.apply("PAWL_SCHEMA") : schema;
        return new StoreLocation.Database(
                url,
                chosen == null || chosen.isEmpty() ? SCHEMA : chosen,
                environment.apply("PGUSER"),
                environment.apply("PGPASSWORD"));
    }

    /// Throws if the store was said to be in a database, where a command has one of its own.
    public void requireNoDatabase(String why) {
        if (chosenStore != null || chosenSchema != null) {
            throw CommandException.usage(
                    "%s: --store and --schema do not apply here".formatted(why));
        }
    }

    /// Returns the control of the running engine; without one, or if nodes share the store, that of
    /// the store.
    public Control open() {
        StoreLocation location = location();
        location.require();
        return location.control(causes.toArray(CauseProvider[]::new));
    }

    /// Executes one request and returns its result.
    public <R> R execute(ControlRequest<R> request) {
        try (Control control = open()) {
            return control.execute(request);
        }
    }

    /// Prints the JSON of a value.
    public int json(Object value) {
        out.println(Json.pretty(value));
        return ExitCode.OK;
    }

    public void say(String line) {
        out.println(line);
    }

    /// Prints a message that is not part of the answer.
    public void warn(String message) {
        String shown = Secrets.masked(message);
        err.println(json ? Json.line(Map.of("warning", shown)) : "pawl: " + shown);
    }

    public Table table(String... head) {
        return new Table(paint, head);
    }

    /// Prints a table, or `none` if it has no rows.
    public void show(Table table, String none) {
        if (table.isEmpty()) say(none);
        else table.print(out);
    }

    /// Returns a line for the current activity; it shows nothing if a program reads the output.
    public PassingLine passingLine() {
        return new PassingLine(err, paint.isTerminal() && !json);
    }

    public Instant now() {
        return Instant.now();
    }
}
