package dev.pawl.cli.diamonds.context;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.Diamonds;
import dev.pawl.diamonds.DiamondsOptions;
import dev.pawl.diamonds.feed.FeedSettings;
import dev.pawl.diamonds.pricing.ExchangeRate;
import dev.pawl.pipeline.settings.PipelineSettings.ConsolidationSettings;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Opens the system with all remembered suppliers, so that live runs of other feeds resume too.
public final class DiamondsOpening {
    @Mixin SupplierLogin login = new SupplierLogin();

    @Option(
            names = "--rate",
            paramLabel = "N",
            description =
                    "Requests per second to each supplier, from all nodes together; 0 for any"
                            + " number (default: ${DEFAULT-VALUE}).")
    int rate = DiamondsOptions.RATE;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            description =
                    "How long a stone must be missing in full runs before it is removed (default:"
                            + " removed at once).")
    Duration grace = Duration.ZERO;

    @Option(
            names = "--max-removed",
            paramLabel = "SHARE",
            description =
                    "A full run that would remove more than this share of the stones fails instead"
                            + " (default: 0.2).")
    double removedMax = ConsolidationSettings.DEFAULT.removalMax();

    @Mixin MirrorOption mirror = new MirrorOption();
    @Mixin AlertOptions alerts = new AlertOptions();

    /// Throws if a supplier cannot be used as it was given.
    public void require(Shell shell, String feed, SupplierPlace place) {
        var _ = settings(feed, place);
        var _ = login.access(shell, place.url());
        var _ = alerts.settings(shell);
    }

    /// Returns the system. Close it after the engine.
    public Diamonds open(DiamondsContext context) {
        try {
            return Diamonds.of(options -> {
                context.suppliers()
                        .forEach((feed, place) ->
                                options.supplier(
                                        settings(feed, place),
                                        login.access(context.shell(), place.url())));
                options.rate(rate).alerts(alerts.settings(context.shell()));
                options.pipeline(pipeline -> {
                    pipeline.consolidation(consolidation());
                    mirror.open(context.shell(), context.suppliers().keySet())
                            .ifPresent(pipeline::mirror);
                });
            });
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    private ConsolidationSettings consolidation() {
        ConsolidationSettings base = ConsolidationSettings.DEFAULT;
        return new ConsolidationSettings(
                base.consolidators(),
                base.batch(),
                base.tries(),
                base.quarantineMax(),
                base.missingMax(),
                removedMax);
    }

    private FeedSettings settings(String feed, SupplierPlace place) {
        try {
            String currency = place.currency();
            return FeedSettings.of(feed)
                    .labGrown(place.labGrown())
                    .grace(grace)
                    .currency(currency == null ? ExchangeRate.BASE : currency);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }
}
