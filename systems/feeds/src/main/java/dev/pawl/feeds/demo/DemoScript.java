package dev.pawl.feeds.demo;

import dev.pawl.engine.Engine;
import dev.pawl.feeds.Feeds;
import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.orchestrator.OrchestrationView;
import dev.pawl.orchestrator.Order;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.run.RunId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/// The script of the demo: sends orders and waits for their effects.
final class DemoScript {
    private static final String BY = "demo";
    private static final String SSG = "/ssg/ssg-rhel8-ds.xml";
    private static final String CCE = "/cce/cce.xlsx";
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int FIRST_ITEMS = 100;
    private static final int EVENTS_MAX = 10_000;
    private static final int CHANGES = 100;

    private final Engine engine;
    private final Feeds feeds;
    private final Publisher publisher;
    private final DemoListener listener;
    private final OrchestrationView view;

    DemoScript(FeedsDemo demo, Publisher publisher, DemoListener listener) {
        this.engine = demo.engine();
        this.feeds = demo.feeds();
        this.publisher = publisher;
        this.listener = listener;
        this.view = feeds.orchestrator().view(engine);
    }

    void play() throws IOException, InterruptedException {
        load();
        pause();
        lowerPermits();
        stop();
        settle();
        loadAgain();
        listener.say("Done. You have seen every state of a source.");
    }

    private void load() throws InterruptedException {
        listener.say(
                "Starting seven sources. capec and asvs wait for cwe, attack waits for capec.");
        publisher.block(SSG);
        publisher.block(CCE);
        publisher.block(Publisher.API);
        order(Order.start().by(BY));
        until("cve is rate-limited", () -> !limits().isEmpty());
        listener.say("The API throttles cve: " + limits().getFirst().detail());
        listener.pause();
        until(
                "cve has its first items",
                () -> provider("cve").row().counts().processed() >= FIRST_ITEMS);
        awaitState("cve", ProviderState.RUNNING);
    }

    private void pause() throws InterruptedException {
        listener.say("Pausing cve, then resuming it.");
        order(Order.pause("cve").by(BY).reason("demonstration"));
        awaitState("cve", ProviderState.PAUSED);
        listener.pause();
        order(Order.resume("cve").by(BY));
        awaitState("cve", ProviderState.RUNNING);
    }

    /// With one permit left, a running source loses its last one.
    private void lowerPermits() throws InterruptedException {
        listener.say("Lowering the permits to 1 while cve, ssg and cce run.");
        order(Order.permits(1).by(BY));
        until("a source waits for permits", this::hasWaitedForQuota);
        listener.pause();
        listener.say("A source has lost its last permit and waits. Raising the permits again.");
        order(Order.permits(FeedsDemo.PERMITS).by(BY));
    }

    private void stop() throws InterruptedException {
        awaitState("cce", ProviderState.RUNNING);
        listener.say("Stopping cce, then starting it again.");
        order(Order.stop("cce").by(BY).reason("demonstration"));
        until("cce has stopped", () -> "STOPPED".equals(provider("cce").row().cause()));
        listener.pause();
        publisher.release(CCE);
        publisher.release(SSG);
        publisher.release(Publisher.API);
        order(Order.start("cce").by(BY));
    }

    private void settle() throws InterruptedException {
        until("all have completed", this::isSettled);
        Feeds.items(engine::query)
                .stats()
                .forEach((source, kinds) ->
                        listener.say("Loaded %s: %s".formatted(source, text(kinds))));
    }

    private void loadAgain() throws IOException, InterruptedException {
        Instant since = Instant.now();
        listener.say("The publishers change some items. Loading all sources again.");
        publisher.change(since);
        order(Order.start().by(BY));
        until("all have completed again", this::isSettled);
        for (ItemQueries.Change each : Feeds.items(engine::query).changes(since, "", CHANGES)) {
            String fields = each.fields().isEmpty() ? "" : ": " + each.fields();
            listener.say("%s %s%s".formatted(each.change(), each.urn(), fields));
        }
    }

    private static String text(Map<String, Long> kinds) {
        return kinds.entrySet().stream()
                .map(each -> "%,d %s".formatted(each.getValue(), each.getKey()))
                .collect(Collectors.joining(", "));
    }

    private boolean isSettled() {
        return view.providers().stream()
                .allMatch(each ->
                        each.state() == ProviderState.TERMINATED
                                && !each.row().isWanted()
                                && "COMPLETED".equals(each.row().cause()));
    }

    private List<ProviderEvent> limits() {
        return view.events(0, EVENTS_MAX).stream()
                .filter(each -> each.type() == ProviderEvent.Type.RATE_LIMITED)
                .toList();
    }

    /// Reads the history, because polling may miss this short state.
    private boolean hasWaitedForQuota() {
        return view.providers().stream()
                .filter(each -> !each.run().isEmpty())
                .flatMap(each -> engine.history(RunId.parse(each.run()), 0, EVENTS_MAX).stream())
                .anyMatch(each -> each.state().equals(ProviderState.WAITING_QUOTA.name()));
    }

    private ProviderStats provider(String id) {
        return view.providers().stream()
                .filter(each -> each.row().id().equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException(
                                "expected a provider %s, found none".formatted(id)));
    }

    private void awaitState(String id, ProviderState state) throws InterruptedException {
        until("%s is %s".formatted(id, state), () -> provider(id).state() == state);
    }

    private void order(Order order) throws InterruptedException {
        engine.await(
                feeds.orchestrator().orders(),
                engine.start(feeds.orchestrator().order(order)),
                TIMEOUT);
    }

    private void until(String what, BooleanSupplier condition) throws InterruptedException {
        Instant deadline = Instant.now().plus(TIMEOUT);
        while (!condition.getAsBoolean()) {
            if (Instant.now().isAfter(deadline)) {
                throw new IllegalStateException(
                        "expected that %s within %s, found %s".formatted(what, TIMEOUT, states()));
            }
            Thread.sleep(POLL_INTERVAL);
        }
    }

    private List<String> states() {
        return view.providers().stream()
                .map(each -> "%s %s".formatted(each.row().id(), each.state()))
                .toList();
    }
}
