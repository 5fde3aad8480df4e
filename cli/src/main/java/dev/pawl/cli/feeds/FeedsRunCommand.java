package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsArguments;
import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.feeds.display.RunDisplay;
import dev.pawl.cli.feeds.display.RunSummary;
import dev.pawl.cli.feeds.display.SourcesSnapshot;
import dev.pawl.cli.screen.PassingLine;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.EngineSession;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.Feeds;
import dev.pawl.orchestrator.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Loads sources.
@Command(
        name = "run",
        description = {
            "Loads what is new or has changed since the last run.",
            "Files are recognised by their content, in any directory layout; of several versions"
                    + " the newest is loaded. Locations given with --from are remembered for later"
                    + " runs. A killed or interrupted run resumes with the same command. Ctrl-C"
                    + " stops gracefully; a second Ctrl-C exits immediately."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds run --from ./downloads",
            "  pawl feeds run cwe capec",
            "  pawl feeds run --from cve=./nvd --from ./others --full",
            "  pawl feeds run --from cve=publisher      download from NVD and CISA",
            "  pawl feeds run --from cwe=https://mirror.example/cwec_latest.xml.zip",
            "  pawl feeds run --stay",
            "",
            "Without --from, documents come from the remembered locations, or else from their"
                    + " publishers.",
            "",
            "Exit codes:",
            "  0  all sources completed",
            "  1  a source failed, was stopped, or is blocked by one that failed",
            "  2  invalid arguments, or --from is missing and the publishers are unreachable",
            "  3  unknown source, or no documents found at a location",
            "  4  refused",
            "  6  interrupted; resume with `pawl feeds run`",
            "  130  interrupted twice; resume with `pawl feeds run`"
        })
final class FeedsRunCommand implements Callable<Integer> {
    private static final int INTERRUPTED = 6;

    private final FeedsContext context;
    private final Shell shell;

    @Parameters(
            paramLabel = "SOURCE",
            arity = "0..*",
            description =
                    "Sources to load: cve, cwe, capec, attack, ssg, asvs, cce (default: those with"
                            + " documents in --from, or all with a remembered location).")
    List<String> names = new ArrayList<>();

    @Option(
            names = "--from",
            paramLabel = "[SOURCE=]DIR",
            description =
                    "Directory with the documents of all sources, or of one. For one source it can"
                            + " also be a URL, or the word 'publisher'. Repeatable; remembered for"
                            + " later runs.")
    List<String> from = new ArrayList<>();

    @Option(names = "--offline", description = "Work offline; use local documents only.")
    boolean offline;

    @Option(
            names = "--full",
            description = "Read everything again, and mark items that are gone as removed.")
    boolean full;

    @Option(
            names = "--permits",
            paramLabel = "N",
            description =
                    "Number of permits: batches that all sources together load in parallel;"
                            + " remembered for later runs.")
    @Nullable Integer permits;

    @Option(
            names = "--stay",
            description = "Keep running after everything is loaded, for schedules and commands.")
    boolean stay;

    FeedsRunCommand(FeedsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws InterruptedException {
        Integer count = permits == null ? null : FeedsArguments.permits(permits);
        SourceChoice choice = choose();
        var known = context.locations();
        boolean first = known.isEmpty() && choice.usesPublishers(known);
        if (first || (offline && choice.isOnline(known))) requireNetwork(choice);
        context.remember(choice.given());
        if (!choice.missing().isEmpty()) {
            shell.warn("no documents found for %s".formatted(SourceChoice.text(choice.missing())));
        }
        Feeds feeds = count == null ? context.feeds() : context.feeds(count);
        return shell.shutdown.during(() -> load(choice, feeds));
    }

    private int load(SourceChoice choice, Feeds feeds) throws InterruptedException {
        try (EngineSession session = EngineSession.open(shell, feeds::register)) {
            if (stay && session.own().isEmpty()) {
                throw CommandException.refused(
                        "--stay needs its own engine, and one is already open in %s"
                                .formatted(shell.location()));
            }
            return load(choice, new FeedsRun(context, feeds, session));
        }
    }

    /// Fails early if the network is needed and unreachable, instead of retrying for minutes.
    private void requireNetwork(SourceChoice choice) throws InterruptedException {
        PassingLine line = shell.passingLine();
        line.show("contacting publishers…");
        boolean reachable = !offline && PublisherCheck.isReachable();
        line.clear();
        if (reachable) return;
        throw CommandException.usage(
                ("%s must be downloaded, and the network is %s. Pass --from DIR, a directory with"
                                + " the publishers' files in any layout, or --from SOURCE=DIR for"
                                + " one source; later runs remember it. `pawl feeds demo` needs"
                                + " neither")
                        .formatted(
                                SourceChoice.text(choice.sources()),
                                offline ? "disabled by --offline" : "unreachable"));
    }

    private SourceChoice choose() {
        PassingLine line = shell.passingLine();
        if (!from.isEmpty()) line.show("scanning documents…");
        try {
            return SourceChoice.of(context.locations(), FeedsArguments.sources(names), from);
        } finally {
            line.clear();
        }
    }

    private int load(SourceChoice choice, FeedsRun run) throws InterruptedException {
        RunDisplay display = RunDisplay.of(shell, run);
        if (permits != null) run.carryOut(Order.permits(permits).by(actor()));
        run.start(choice.sources(), full, actor());
        SourcesSnapshot end = run.follow(display, stay);
        if (shell.shutdown.isRequested()) return interrupted(run, choice, end.isActive());
        return new RunSummary(end, choice.sources(), run.notes()).print(shell);
    }

    private int interrupted(FeedsRun run, SourceChoice choice, boolean active)
            throws InterruptedException {
        shell.warn("stopping…; a second Ctrl-C or SIGTERM exits immediately");
        FeedsRun.DrainResult result = run.drain(actor());
        new RunSummary(run.snapshot(), choice.sources(), List.of()).printProgress(shell);
        shell.out.flush();
        shell.warn(result.message);
        return active ? INTERRUPTED : ExitCode.OK;
    }

    private static String actor() {
        return new ByOptions().by().actor();
    }
}
