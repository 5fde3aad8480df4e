package dev.pawl.cli;

import dev.pawl.cli.feeds.FeedsCommands;
import dev.pawl.cli.images.ImagesCommands;
import dev.pawl.cli.screen.Secrets;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Command;
import dev.pawl.engine.control.Json;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParameterException;

/// All commands by name, and what happens to their errors.
final class Commands {
    /// The options before a command's name that have a value.
    private static final Set<String> VALUED = Set.of("--home", "--store", "--schema");

    private final Shell shell;
    private final Map<String, Supplier<CommandLine>> all = new LinkedHashMap<>();

    Commands(Shell shell) {
        this.shell = shell;
        all.put("demo", () -> new CommandLine(new DemoCommand(shell)));
        all.put("start", () -> new CommandLine(new StartCommand(shell)));
        all.put("runs", this::runs);
        all.put("run", this::run);
        all.put("machines", () -> new CommandLine(new MachinesCommand(shell)));
        all.put("diagram", () -> new CommandLine(new DiagramCommand(shell)));
        all.put("queues", this::queues);
        all.put("pools", this::pools);
        all.put("schedules", this::schedules);
        all.put("check", () -> new CommandLine(new CheckCommand(shell)));
        all.put("verify", () -> new CommandLine(new VerifyCommand(shell)));
        all.put("report", () -> new CommandLine(new ReportCommand(shell)));
        all.put("nodes", () -> new CommandLine(new NodesCommand(shell)));
        all.put("node", () -> new CommandLine(new NodeCommand(shell)));
        all.put("store", this::store);
        all.put("top", () -> new CommandLine(new TopCommand(shell)));
        all.put("sql", () -> new CommandLine(new SqlCommand(shell)));
        all.put("images", () -> ImagesCommands.of(shell));
        all.put("feeds", () -> FeedsCommands.of(shell));
        all.put("bench", () -> new CommandLine(new BenchCommand(shell)));
        all.put(TrainCommand.NAME, () -> new CommandLine(new TrainCommand(shell)));
        all.put(DemoWorkerCommand.NAME, () -> new CommandLine(new DemoWorkerCommand(shell)));
    }

    /// Executes one command line and returns its exit code.
    int execute(String... words) {
        String[] args = spelled(words);
        CommandLine root = new CommandLine(new Root(shell));
        root.addMixin("shell", shell);
        // Describing a command takes time: where one is named, the others are left out.
        String named = named(args);
        all.forEach((name, command) -> {
            if (named.isEmpty() || named.equals(name)) root.addSubcommand(name, command.get());
        });
        root.setOut(shell.out);
        root.setErr(shell.err);
        root.setUsageHelpWidth(100);
        root.setUsageHelpAutoWidth(shell.paint.isTerminal());
        root.setColorScheme(
                CommandLine.Help.defaultColorScheme(
                        shell.paint.isColoured()
                                ? CommandLine.Help.Ansi.ON
                                : CommandLine.Help.Ansi.OFF));
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.setExecutionExceptionHandler(failed());
        root.setParameterExceptionHandler(this::misused);
        int code = root.execute(args);
        shell.out.flush();
        return code;
    }

    /// Lets `help runs` mean `runs --help`.
    private static String[] spelled(String... args) {
        if (args.length == 0 || !args[0].equals("help")) return args;
        String[] asked = Arrays.copyOfRange(args, 1, args.length + 1);
        asked[asked.length - 1] = "--help";
        return asked;
    }

    /// Returns the command that is named, or nothing if what stands in its place is none.
    private String named(String... args) {
        boolean value = false;
        for (String arg : args) {
            boolean word = !value && !arg.startsWith("-");
            if (word) return all.containsKey(arg) ? arg : "";
            value = VALUED.contains(arg);
        }
        return "";
    }

    private CommandLine runs() {
        CommandLine runs = new CommandLine(new RunsCommand(shell));
        runs.addSubcommand("cancel", bulk(new Command.Cancel()));
        runs.addSubcommand("pause", bulk(new Command.Pause()));
        runs.addSubcommand("resume", bulk(new Command.Resume()));
        runs.addSubcommand("retry", bulk(new Command.RetryNow()));
        return runs;
    }

    private CommandLine bulk(Command command) {
        String description =
                "Applies '%s' to every run that matches: shows what would change, and does it with"
                                .formatted(command.verb())
                        + " --yes.";
        return described(new BulkCommand(shell, command), description);
    }

    private CommandLine run() {
        CommandLine run = new CommandLine(new RunCommand());
        run.addSubcommand("show", new RunShowCommand(shell));
        run.addSubcommand("history", new RunHistoryCommand(shell));
        run.addSubcommand("why", new RunWhyCommand(shell));
        run.addSubcommand("cancel", order(new Command.Cancel(), "Ends a run as cancelled."));
        run.addSubcommand(
                "pause", order(new Command.Pause(), "Stops a run before its next state."));
        run.addSubcommand("resume", order(new Command.Resume(), "Lets a paused run go on."));
        run.addSubcommand(
                "retry",
                order(
                        new Command.RetryNow(),
                        "Tries again at once: a run that backs off, or is parked."));
        run.addSubcommand(
                "skip", order(new Command.Skip(), "Leaves the present state as if it were done."));
        run.addSubcommand("goto", new RunGotoCommand(shell));
        run.addSubcommand("fork", new RunForkCommand(shell));
        return run;
    }

    private CommandLine order(Command command, String description) {
        return described(new RunOrderCommand(shell, command), description);
    }

    private static CommandLine described(Object command, String description) {
        CommandLine line = new CommandLine(command);
        line.getCommandSpec().usageMessage().description(description);
        return line;
    }

    private CommandLine queues() {
        CommandLine queues = new CommandLine(new QueuesCommand(shell));
        queues.addSubcommand("set", new QueueSetCommand(shell));
        queues.addSubcommand("pause", queuePause("Lets a queue admit no run.", true));
        queues.addSubcommand("resume", queuePause("Lets a queue admit runs again.", false));
        queues.addSubcommand("resize", new QueueResizeCommand(shell));
        return queues;
    }

    private CommandLine pools() {
        CommandLine pools = new CommandLine(new PoolsCommand(shell));
        pools.addSubcommand("release", new PoolReleaseCommand(shell));
        return pools;
    }

    private CommandLine store() {
        CommandLine store = new CommandLine(new StoreMoveCommand.Group());
        store.addSubcommand("move", new StoreMoveCommand(shell));
        return store;
    }

    private CommandLine schedules() {
        CommandLine schedules = new CommandLine(new SchedulesCommand(shell));
        schedules.addSubcommand("pause", schedulePause("Lets a schedule fire no more.", true));
        schedules.addSubcommand("resume", schedulePause("Lets a schedule fire again.", false));
        return schedules;
    }

    private CommandLine queuePause(String description, boolean on) {
        return named(
                description,
                (control, name) -> {
                    control.pauseQueue(name, on);
                    return QueuesCommand.changed(shell, control, name);
                });
    }

    private CommandLine schedulePause(String description, boolean on) {
        return named(
                description,
                (control, name) -> {
                    control.pauseSchedule(name, on);
                    return SchedulesCommand.changed(shell, control, name);
                });
    }

    private CommandLine named(String description, NamedCommand.Change change) {
        return described(new NamedCommand(shell, change), description);
    }

    private IExecutionExceptionHandler failed() {
        return (error, line, parsed) -> {
            shell.out.flush();
            int code = ExitCode.of(error);
            String message =
                    code == ExitCode.INTERNAL
                            ? "this should not happen: %s; run it again with --debug and report it"
                                    .formatted(error)
                            : String.valueOf(error.getMessage());
            complain(code, message);
            if (shell.debug) shell.err.print(Secrets.masked(trace(error)));
            shell.err.flush();
            return code;
        };
    }

    private int misused(ParameterException error, String[] args) {
        // Parsing ended at the error, and the option may stand behind it.
        shell.json |= Arrays.asList(args).contains("--json");
        complain(ExitCode.USAGE, Misuse.words(error));
        if (!shell.json) {
            CommandLine line = error.getCommandLine();
            CommandLine.UnmatchedArgumentException.printSuggestions(error, shell.err);
            String name = line.getCommandSpec().qualifiedName(" ");
            shell.err.println("Try '%s --help'.".formatted(name));
        }
        shell.err.flush();
        return ExitCode.USAGE;
    }

    private void complain(int code, String words) {
        String message = Secrets.masked(words);
        if (shell.json) {
            shell.err.println(Json.line(new Complaint(message, code)));
        } else {
            shell.err.println("pawl: " + message);
        }
    }

    private static String trace(Throwable error) {
        StringBuilder text = new StringBuilder();
        for (Throwable each = error; each != null; each = each.getCause()) {
            text.append(text.isEmpty() ? "" : "caused by ").append(each).append('\n');
            for (StackTraceElement at : each.getStackTrace()) {
                text.append("    at ").append(at).append('\n');
            }
        }
        return text.toString();
    }

    /// An error for programs.
    record Complaint(String error, int code) {}
}
