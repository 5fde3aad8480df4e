package dev.pawl.pipeline;

import dev.pawl.engine.Host;
import dev.pawl.engine.RealHost;
import dev.pawl.limiter.RequestBudget;
import dev.pawl.pipeline.alert.Alerts;
import dev.pawl.pipeline.context.PipelineContext;
import dev.pawl.pipeline.fanin.FanInPolicy;
import dev.pawl.pipeline.feed.Feed;
import dev.pawl.pipeline.run.ChainMachine;
import dev.pawl.pipeline.run.RunType;
import dev.pawl.pipeline.settings.PageSettings;
import dev.pawl.pipeline.settings.PipelineSettings;
import dev.pawl.pipeline.settings.PipelineSettings.ConsolidationSettings;
import dev.pawl.pipeline.settings.PipelineSettings.RunSettings;
import dev.pawl.pipeline.watermark.WatermarkMirror;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The settings of a pipeline, set in the lambda that creates it.
public final class PipelineOptions {
    private static final int PARTITIONS = 30;

    private final Map<String, Feed> feeds = new LinkedHashMap<>();
    private final Map<String, RequestBudget> budgets = new LinkedHashMap<>();
    private final Map<String, List<ChainMachine.Next>> chains = new LinkedHashMap<>();
    private Host host = new RealHost();
    private @Nullable Alerts alerts;
    private @Nullable WatermarkMirror mirror;
    private int partitions = PARTITIONS;
    private Duration keep = Duration.ofDays(90);
    private PageSettings pages = PageSettings.DEFAULT;
    private RunSettings run = RunSettings.DEFAULT;
    private ConsolidationSettings consolidation = ConsolidationSettings.DEFAULT;
    private FanInPolicy policy = new FanInPolicy.All();

    PipelineOptions() {}

    /// Adds a feed. Throws if its name is in use.
    public PipelineOptions feed(Feed feed) {
        if (feeds.putIfAbsent(feed.name(), feed) != null) {
            throw new IllegalArgumentException(
                    "expected one feed called '%s', found two".formatted(feed.name()));
        }
        return this;
    }

    /// Sets the budget of the requests of a feed. Default: none.
    public PipelineOptions budget(String feed, RequestBudget budget) {
        budgets.put(feed, budget);
        return this;
    }

    /// Starts a run of `next` after each completed run of `feed`.
    public PipelineOptions chain(String feed, String next, RunType type) {
        chains.computeIfAbsent(feed, _ -> new ArrayList<>()).add(new ChainMachine.Next(next, type));
        return this;
    }

    /// Sets where time and names of nodes come from. Default: this process.
    public PipelineOptions host(Host other) {
        host = other;
        return this;
    }

    /// Sets what delivers alerts. Default: nothing does.
    public PipelineOptions alerts(Alerts delivery) {
        alerts = delivery;
        return this;
    }

    /// Copies watermarks to this place. Default: not copied.
    public PipelineOptions mirror(WatermarkMirror place) {
        mirror = place;
        return this;
    }

    /// Sets how many partitions are read at a time, on all nodes together. Default: 30.
    public PipelineOptions partitions(int concurrency) {
        partitions = concurrency;
        return this;
    }

    /// Sets how long rows of ended runs are kept. Default: 90 days.
    public PipelineOptions keep(Duration age) {
        if (!age.isPositive()) {
            throw new IllegalArgumentException("expected a positive age to keep, found " + age);
        }
        keep = age;
        return this;
    }

    public PipelineOptions pages(PageSettings settings) {
        pages = settings;
        return this;
    }

    public PipelineOptions run(RunSettings settings) {
        run = settings;
        return this;
    }

    public PipelineOptions consolidation(ConsolidationSettings settings) {
        consolidation = settings;
        return this;
    }

    /// Sets when a run is consolidated although partitions failed. Default: never.
    public PipelineOptions policy(FanInPolicy other) {
        policy = other;
        return this;
    }

    PipelineContext context() {
        if (feeds.isEmpty()) {
            throw new IllegalArgumentException("expected 1 or more feeds, found none");
        }
        budgets.keySet().forEach(this::requireFeed);
        chains.forEach((feed, next) -> {
            requireFeed(feed);
            next.forEach(each -> requireFeed(each.feed()));
        });
        var settings = new PipelineSettings(pages, run, consolidation, policy);
        return new PipelineContext(feeds, budgets, settings, host, alerts);
    }

    private void requireFeed(String name) {
        if (feeds.containsKey(name)) return;
        throw new IllegalArgumentException(
                "no feed '%s' is registered (registered: %s)"
                        .formatted(name, String.join(", ", feeds.keySet())));
    }

    Map<String, List<ChainMachine.Next>> chains() {
        return chains;
    }

    @Nullable WatermarkMirror mirror() {
        return mirror;
    }

    int partitions() {
        return partitions;
    }

    int consolidators() {
        return consolidation.consolidators();
    }

    Duration keep() {
        return keep;
    }
}
