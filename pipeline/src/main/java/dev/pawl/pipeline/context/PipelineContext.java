package dev.pawl.pipeline.context;

import dev.pawl.engine.Host;
import dev.pawl.limiter.RequestBudget;
import dev.pawl.machine.Outcome;
import dev.pawl.pipeline.alert.Alert;
import dev.pawl.pipeline.alert.Alerts;
import dev.pawl.pipeline.feed.Feed;
import dev.pawl.pipeline.feed.FeedCalls;
import dev.pawl.pipeline.settings.PageSettings;
import dev.pawl.pipeline.settings.PipelineSettings;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the machines of a pipeline share: feeds, budgets, settings and alerts.
public final class PipelineContext {
    /// The queue of partitions.
    public static final String PARTITION_QUEUE = "pipeline-partitions";

    /// The queue of consolidators.
    public static final String CONSOLIDATION_QUEUE = "pipeline-consolidators";

    private final Map<String, Feed> feeds;
    private final Map<String, RequestBudget> budgets;
    private final PipelineSettings settings;
    private final Host host;
    private final @Nullable Alerts alerts;

    public PipelineContext(
            Map<String, Feed> feeds,
            Map<String, RequestBudget> budgets,
            PipelineSettings settings,
            Host host,
            @Nullable Alerts alerts) {
        this.feeds = Map.copyOf(feeds);
        this.budgets = Map.copyOf(budgets);
        this.settings = settings;
        this.host = host;
        this.alerts = alerts;
    }

    public PipelineSettings settings() {
        return settings;
    }

    public PageSettings pages() {
        return settings.pages();
    }

    public Map<String, Feed> feeds() {
        return feeds;
    }

    /// Returns a feed. Throws with the known names if there is none.
    public Feed feed(String name) {
        Feed feed = feeds.get(name);
        if (feed == null) {
            throw new IllegalArgumentException(
                    "no feed '%s' is registered (registered: %s)"
                            .formatted(name, String.join(", ", feeds.keySet())));
        }
        return feed;
    }

    /// Returns the name of this node, which workers record.
    public String worker() {
        return host.where();
    }

    /// Returns the requests that one attempt of a run may make.
    public FeedCalls calls(RunId run, String feed, Duration patience, int callsMax) {
        return new FeedCalls(host, budgets.get(feed), run.toString(), patience, callsMax);
    }

    /// Returns an outcome that also starts an alert, in its commit and once per `dedupeKey`. The
    /// alert is no child of the run: the run does not wait for its delivery, and does not take it
    /// along when it ends.
    public <O> Outcome<O> alerting(Alert alert, Outcome<O> outcome) {
        return alerts == null ? outcome : outcome.launching(alerts.start(alert));
    }
}
