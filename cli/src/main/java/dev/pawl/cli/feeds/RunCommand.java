package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.PassingLine;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.cli.shell.Workbench;
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
            "Loads sources into the base: what is new or has changed since the last time.",
            "The places of documents are remembered: the first run needs --from, later ones do not."
                    + " Files are recognised by their content; of several versions the newest"
                    + " counts. Killed or interrupted anywhere, the same command goes on. Ctrl-C"
                    + " takes all permits back and ends in order; a second one ends at once."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds run --from ./downloads",
            "  pawl feeds run cwe capec",
            "  pawl feeds run --from cve=./nvd --from ./others --full",
            "  pawl feeds run --from cve=publisher      fetch it from NVD and CISA",
            "  pawl feeds run --from cwe=https://mirror.example/cwec_latest.xml.zip",
            "  pawl feeds run --stay",
            "",
            "Without --from the places of the last run count; at first that is each publisher.",
            "",
            "Exit codes:",
            "  0  everything was loaded",
            "  1  a source failed, was stopped, or is blocked by one that did",
            "  2  the command line is wrong, or publishers cannot be reached and --from is needed",
            "  3  no such source, or no documents of it in a place",
            "  4  refused",
            "  6  interrupted: `pawl feeds run` goes on where it was",
            "  130  interrupted twice: the same, and the next run takes the permits back first"
        })
final class RunCommand implements Callable<Integer> {
    private static final int INTERRUPTED = 6;

    private final Desk desk;
    private final Shell shell;

    @Parameters(
            paramLabel = "SOURCE",
            arity = "0..*",
            description =
                    "Which sources: cve, cwe, capec, attack, ssg, asvs, cce (default: those with"
                            + " documents in the place of --from, or all with a known place).")
    List<String> words = new ArrayList<>();

    @Option(
            names = "--from",
            paramLabel = "[SOURCE=]DIR",
            description =
                    "Where documents are: for all sources, or for one, which may also have an"
                            + " address, or come from its 'publisher'. May be repeated; it is"
                            + " remembered.")
    List<String> from = new ArrayList<>();

    @Option(
            names = "--offline",
            description = "Ask nobody on the network: documents must be in a known place.")
    boolean offline;

    @Option(
            names = "--full",
            description = "Read everything again, and find out what is no longer there.")
    boolean full;

    @Option(
            names = "--permits",
            paramLabel = "N",
            description =
                    "How much may be done at once, in all sources together; it is remembered.")
    @Nullable Integer permits;

    @Option(
            names = "--stay",
            description = "Do not end when everything is loaded: schedules go on, and orders.")
    boolean stay;

    RunCommand(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    @Override
    public Integer call() throws InterruptedException {
        int count = permits == null ? 0 : Desk.permits(permits);
        Choice choice = choose();
        var known = desk.places();
        boolean trial = known.isEmpty() && choice.isPublishers(known);
        if (trial || (offline && choice.isOnline(known))) requireNetwork(choice);
        desk.keep(choice.given());
        if (!choice.without().isEmpty()) {
            shell.warn("no documents of %s were found".formatted(Choice.words(choice.without())));
        }
        Feeds feeds = desk.feeds(count);
        shell.ending.begin();
        try (Workbench bench = Workbench.open(shell, feeds::register)) {
            if (stay && bench.own().isEmpty()) {
                throw Trouble.refused(
                        "an engine is open in %s already: --stay is for one"
                                .formatted(shell.place()));
            }
            int code = load(choice, new Loading(desk, feeds, bench));
            shell.ending.want(code);
            return code;
        } finally {
            shell.ending.done();
        }
    }

    /// Says what a first run needs where there is no network, instead of trying for long.
    private void requireNetwork(Choice choice) throws InterruptedException {
        PassingLine line = shell.passingLine();
        line.show("looking for publishers…");
        boolean reachable = !offline && Network.isReachable();
        line.clear();
        if (reachable) return;
        throw Trouble.usage(
                ("%s would be fetched from the network, which cannot be reached: nobody said where"
                                + " else their documents are. The first run needs --from DIR, a directory with"
                                + " what the publishers give out, in any layout, or --from"
                                + " SOURCE=DIR for one of them; later runs remember it. `pawl feeds"
                                + " demo` needs neither")
                        .formatted(Choice.words(choice.sources())));
    }

    private Choice choose() {
        PassingLine line = shell.passingLine();
        if (!from.isEmpty()) line.show("looking for documents…");
        try {
            return Choice.of(desk.places(), Desk.sources(words), from);
        } finally {
            line.clear();
        }
    }

    private int load(Choice choice, Loading loading) throws InterruptedException {
        Picture picture = Picture.of(shell, loading);
        if (permits != null) loading.carryOut(Order.of(Order.Verb.PERMITS, permits, actor()));
        loading.start(choice.sources(), full, actor());
        Look end = loading.watch(picture, stay);
        if (shell.ending.isWanted()) return interrupted(loading, choice, end.isActive());
        return new Summary(end, choice.sources(), loading.notes()).tell(shell);
    }

    private int interrupted(Loading loading, Choice choice, boolean active)
            throws InterruptedException {
        shell.warn("takes permits back…; a second Ctrl-C or SIGTERM ends at once");
        Loading.Rest rest = loading.drain(actor());
        new Summary(loading.look(), choice.sources(), List.of()).tellProgress(shell);
        shell.out.flush();
        shell.warn(rest.words);
        return active ? INTERRUPTED : ExitCode.OK;
    }

    private static String actor() {
        return new ByOptions().by().actor();
    }
}
