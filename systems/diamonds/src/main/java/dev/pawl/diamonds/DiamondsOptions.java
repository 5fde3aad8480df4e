package dev.pawl.diamonds;

import dev.pawl.diamonds.feed.FeedSettings;
import dev.pawl.diamonds.supplier.SupplierAccess;
import dev.pawl.diamonds.supplier.SupplierLimits;
import dev.pawl.engine.Host;
import dev.pawl.engine.RealHost;
import dev.pawl.pipeline.PipelineOptions;
import dev.pawl.pipeline.alert.AlertRoute;
import dev.pawl.pipeline.alert.AlertSettings;
import dev.pawl.pipeline.alert.Alerts;
import dev.pawl.pipeline.alert.LogChannel;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/// The options of the system.
public final class DiamondsOptions {
    /// The name of a feed whose supplier was given none.
    public static final String FEED = "nivoda";

    /// How many requests a second a supplier gets by default.
    public static final int RATE = 200;

    private final Map<String, Supplier> suppliers = new LinkedHashMap<>();
    private Consumer<PipelineOptions> pipeline = options -> {};
    private SupplierLimits limits = SupplierLimits.STANDARD;
    private Host host = new RealHost();
    private Alerts alerts = new Alerts(AlertSettings.of(AlertRoute.to(new LogChannel())));
    private int rate = RATE;

    DiamondsOptions() {}

    /// Adds a supplier under the default name of a feed.
    public DiamondsOptions supplier(SupplierAccess access) {
        return supplier(FeedSettings.of(FEED), access);
    }

    /// Adds a supplier. Throws if the name of the feed is in use.
    public DiamondsOptions supplier(FeedSettings settings, SupplierAccess access) {
        Supplier supplier = new Supplier(settings, access);
        if (suppliers.putIfAbsent(settings.name(), supplier) != null) {
            throw new IllegalArgumentException(
                    "expected one supplier of the feed '%s', found two".formatted(settings.name()));
        }
        return this;
    }

    /// Sets how many requests a second each supplier gets, from all nodes together; 0 for any
    /// number. Default: 200.
    public DiamondsOptions rate(int perSecond) {
        if (perSecond < 0) {
            throw new IllegalArgumentException(
                    "expected a rate of 0 or more requests per second, found " + perSecond);
        }
        rate = perSecond;
        return this;
    }

    /// Sets the bounds of each request.
    public DiamondsOptions limits(SupplierLimits other) {
        limits = other;
        return this;
    }

    /// Sets the options of the pipeline, other than feeds, budgets, alerts and the host.
    public DiamondsOptions pipeline(Consumer<PipelineOptions> options) {
        pipeline = options;
        return this;
    }

    /// Sets who hears of failed runs. Default: the log `dev.pawl.alert`.
    public DiamondsOptions alerts(AlertSettings settings) {
        alerts = new Alerts(settings);
        return this;
    }

    /// Sets where time and names of nodes come from. Default: this process.
    public DiamondsOptions host(Host other) {
        host = other;
        return this;
    }

    Map<String, Supplier> suppliers() {
        return suppliers;
    }

    Consumer<PipelineOptions> pipeline() {
        return pipeline;
    }

    SupplierLimits limits() {
        return limits;
    }

    Alerts alerts() {
        return alerts;
    }

    Host host() {
        return host;
    }

    int rate() {
        return rate;
    }

    /// A window long enough for a reservation to last through many pages.
    static Duration window() {
        return Duration.ofSeconds(10);
    }

    /// A feed and where it comes from.
    record Supplier(FeedSettings settings, SupplierAccess access) {}
}
