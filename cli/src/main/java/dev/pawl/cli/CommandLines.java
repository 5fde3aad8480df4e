package dev.pawl.cli;

import dev.pawl.cli.classes.ClassesCommandGroup;
import dev.pawl.cli.diamonds.DiamondsCommandGroup;
import dev.pawl.cli.feeds.FeedsCommandGroup;
import dev.pawl.cli.images.ImagesCommandGroup;
import dev.pawl.cli.limits.LimitCommands;
import dev.pawl.cli.machine.MachineCommands;
import dev.pawl.cli.run.RunCommands;
import dev.pawl.cli.screen.HumanAmounts;
import dev.pawl.cli.screen.Secrets;
import dev.pawl.cli.shell.CommandGroup;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.UsageErrors;
import dev.pawl.cli.store.StoreCommands;
import dev.pawl.engine.CauseProvider;
import dev.pawl.engine.control.Json;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/// Executes command lines: finds the command among all groups, and reports its errors.
final class CommandLines {
    /// All groups, in the order of the help. A system that is built on the engine is registered
    /// here and known nowhere else.
    static final List<CommandGroup> GROUPS =
            List.of(
                    new TryCommands(),
                    new RunCommands(),
                    new LimitCommands(),
                    new MachineCommands(),
                    new StoreCommands(),
                    new ImagesCommandGroup(),
                    new FeedsCommandGroup(),
                    new DiamondsCommandGroup(),
                    new ClassesCommandGroup());

    /// The options before a command's name that have a value.
    private static final Set<String> VALUED = Set.of("--home", "--store", "--schema");

    private final Shell shell;
    private final Map<String, Supplier<CommandLine>> all = new LinkedHashMap<>();

    CommandLines(Shell shell) {
        this.shell = shell;
        for (CommandGroup group : GROUPS) all.putAll(group.commands(shell));
    }

    /// Returns what knows why runs of the registered systems wait.
    static List<CauseProvider> causes() {
        return GROUPS.stream().flatMap(group -> group.causes().stream()).toList();
    }

    /// Executes one command line and returns its exit code.
    int execute(String... words) {
        String[] args = spelled(words);
        CommandLine root = new CommandLine(new Root(shell));
        root.addMixin("shell", shell);
        // Describing a command takes time: if one is named, the others are left out.
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
        new CommandList(GROUPS, shell).installIn(root);
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.registerConverter(Duration.class, CommandLines::time);
        root.setExecutionExceptionHandler(failed());
        root.setParameterExceptionHandler(this::misused);
        int code = root.execute(args);
        shell.out.flush();
        return code;
    }

    private static Duration time(String text) {
        try {
            return HumanAmounts.time(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    /// Lets `help runs` mean `runs --help`.
    private static String[] spelled(String... args) {
        if (args.length == 0 || !args[0].equals("help")) return args;
        String[] asked = Arrays.copyOfRange(args, 1, args.length + 1);
        asked[asked.length - 1] = "--help";
        return asked;
    }

    /// Returns the command that is named; "" if there is none, or none of that name.
    private String named(String... args) {
        boolean value = false;
        for (String arg : args) {
            boolean word = !value && !arg.startsWith("-");
            if (word) return all.containsKey(arg) ? arg : "";
            value = VALUED.contains(arg);
        }
        return "";
    }

    private IExecutionExceptionHandler failed() {
        return (error, line, parsed) -> {
            shell.out.flush();
            int code = ExitCode.of(error);
            String message =
                    code == ExitCode.INTERNAL
                            ? "internal error: %s; run it again with --debug and report it as a bug"
                                    .formatted(error)
                            : String.valueOf(error.getMessage());
            report(code, message);
            if (shell.debug) shell.err.print(Secrets.masked(trace(error)));
            shell.err.flush();
            return code;
        };
    }

    private int misused(ParameterException error, String[] args) {
        // Parsing stopped at the error, and the option may come after it.
        shell.json |= Arrays.asList(args).contains("--json");
        report(ExitCode.USAGE, UsageErrors.message(error));
        if (!shell.json) {
            CommandLine line = error.getCommandLine();
            CommandLine.UnmatchedArgumentException.printSuggestions(error, shell.err);
            String name = line.getCommandSpec().qualifiedName(" ");
            shell.err.println("Run '%s --help' for usage.".formatted(name));
        }
        shell.err.flush();
        return ExitCode.USAGE;
    }

    private void report(int code, String message) {
        String shown = Secrets.masked(message);
        if (shell.json) {
            shell.err.println(Json.line(new ErrorJson(shown, code)));
        } else {
            shell.err.println("pawl: " + shown);
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
    record ErrorJson(String error, int code) {}
}
