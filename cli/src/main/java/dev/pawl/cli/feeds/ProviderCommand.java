package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsArguments;
import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.DescribedCommand;
import dev.pawl.feeds.SourceKind;
import dev.pawl.orchestrator.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Pauses, resumes, stops, starts or retries sources.
@Command
final class ProviderCommand implements Callable<Integer> {
    private final FeedsContext context;
    private final Verb verb;

    @Parameters(
            paramLabel = "SOURCE",
            arity = "1..*",
            description = "Sources: cve, cwe, capec, attack, ssg, asvs, cce.")
    List<String> names = new ArrayList<>();

    @Option(names = "--full", description = "With start and retry: read everything again.")
    boolean full;

    @Mixin ByOptions by = new ByOptions();

    private ProviderCommand(FeedsContext context, Verb verb) {
        this.context = context;
        this.verb = verb;
    }

    static CommandLine of(FeedsContext context, Verb verb) {
        return DescribedCommand.withExample(
                new ProviderCommand(context, verb),
                verb.example,
                verb.description,
                "If no engine is open, the command takes effect with the next `pawl feeds run`. A"
                        + " command that the state of a source does not allow is refused, and the"
                        + " error lists those it allows.");
    }

    @Override
    public Integer call() throws InterruptedException {
        List<String> ids = FeedsArguments.sources(names).stream().map(SourceKind::id).toList();
        return new OrderSender(context)
                .send(
                        Order.of(verb.order, ids)
                                .full(full)
                                .by(by.by().actor())
                                .reason(by.by().reason()));
    }

    /// The commands.
    enum Verb {
        PAUSE(
                Order.Verb.PAUSE,
                "Pauses sources until `pawl feeds resume`.",
                "pawl feeds pause cve --reason \"maintenance\""),
        RESUME(Order.Verb.RESUME, "Resumes paused sources.", "pawl feeds resume cve"),
        STOP(
                Order.Verb.STOP,
                "Stops sources. The next start resumes after the last batch.",
                "pawl feeds stop cve attack"),
        START(
                Order.Verb.START,
                "Starts sources that are idle or have ended, and first the ones they depend on.",
                "pawl feeds start cwe capec"),
        RETRY(
                Order.Verb.RETRY,
                "Restarts sources that failed or were stopped.",
                "pawl feeds retry cve");

        private final Order.Verb order;
        private final String description;
        private final String example;

        Verb(Order.Verb order, String description, String example) {
            this.order = order;
            this.description = description;
            this.example = example;
        }

        String commandName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
