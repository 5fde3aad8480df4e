package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.ByOptions;
import dev.pawl.feeds.SourceKind;
import dev.pawl.orchestrator.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Gives an order to sources.
@Command
final class ProviderCommand implements Callable<Integer> {
    private final Desk desk;
    private final Verb verb;

    @Parameters(paramLabel = "SOURCE", arity = "1..*", description = "Which sources.")
    List<String> words = new ArrayList<>();

    @Option(names = "--full", description = "For start and retry: read everything again.")
    boolean full;

    @Mixin ByOptions by = new ByOptions();

    ProviderCommand(Desk desk, Verb verb) {
        this.desk = desk;
        this.verb = verb;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<String> ids = Desk.sources(words).stream().map(SourceKind::id).toList();
        return new Ordering(desk)
                .give(new Order(verb.order, ids, 0, full, by.by().actor(), by.by().reason()));
    }

    /// What can be ordered.
    enum Verb {
        PAUSE(
                Order.Verb.PAUSE,
                "Lets sources hold on where they are, until they are resumed.",
                "  pawl feeds pause cve --reason \"the line is needed\""),
        RESUME(Order.Verb.RESUME, "Lets paused sources go on.", "  pawl feeds resume cve"),
        STOP(
                Order.Verb.STOP,
                "Ends the work of sources; the next start goes on behind the last batch.",
                "  pawl feeds stop cve attack"),
        START(
                Order.Verb.START,
                "Starts sources that are idle or have ended, and those that they need first.",
                "  pawl feeds start cwe capec"),
        RETRY(
                Order.Verb.RETRY,
                "Starts sources again that failed or were stopped.",
                "  pawl feeds retry cve");

        private final Order.Verb order;
        private final String words;
        private final String example;

        Verb(Order.Verb order, String words, String example) {
            this.order = order;
            this.words = words;
            this.example = example;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        void describe(UsageMessageSpec usage) {
            usage.description(
                    words,
                    "Where no engine is open the order is stored for the next one. An order that"
                            + " does not fit is refused, with those that would.");
            usage.footer("", "Examples:", example);
        }
    }
}
