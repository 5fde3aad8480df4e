package dev.pawl.feeds.demo;

import dev.pawl.engine.Engine;
import dev.pawl.feeds.Feeds;
import dev.pawl.feeds.base.Knowledge;
import dev.pawl.orchestrator.Board;
import dev.pawl.orchestrator.Order;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.lifecycle.Event;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.run.RunId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;

/// What happens in a demonstration, in order: it gives orders, and waits for what follows.
final class Script {
    private static final String BY = "demo";
    private static final String SSG = "/ssg/ssg-rhel8-ds.xml";
    private static final String CCE = "/cce/cce.xlsx";
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FIRST_ITEMS = 100;
    private static final int MANY = 10_000;
    private static final int CHANGES = 100;

    private final Engine engine;
    private final Feeds feeds;
    private final Publisher publisher;
    private final Narrator narrator;
    private final Board board;

    Script(Demo demo, Publisher publisher, Narrator narrator) {
        this.engine = demo.engine();
        this.feeds = demo.feeds();
        this.publisher = publisher;
        this.narrator = narrator;
        this.board = feeds.orchestrator().board(engine);
    }

    void play() throws IOException, InterruptedException {
        load();
        pause();
        squeeze();
        stop();
        settle();
        loadAgain();
        narrator.say("That is all: every state of a provider was seen.");
    }

    private void load() throws InterruptedException {
        narrator.say("Seven sources start; capec and asvs wait for cwe, attack waits for capec.");
        publisher.hold(SSG);
        publisher.hold(CCE);
        publisher.hold(Publisher.API);
        order(Order.start(false, BY, List.of()));
        until("cve is told to come back later", () -> !limits().isEmpty());
        narrator.say("The API has had enough of cve: " + limits().getFirst().detail());
        narrator.linger();
        until(
                "cve has its first items",
                () -> provider("cve").row().counts().processed() >= FIRST_ITEMS);
        awaitState("cve", ProviderState.RUNNING);
    }

    private void pause() throws InterruptedException {
        narrator.say("Somebody pauses cve, and resumes it.");
        order(Order.of(Order.Verb.PAUSE, BY, "to have a look", "cve"));
        awaitState("cve", ProviderState.PAUSED);
        narrator.linger();
        order(Order.of(Order.Verb.RESUME, BY, "", "cve"));
        awaitState("cve", ProviderState.RUNNING);
    }

    /// With one permit left, one of those that run loses its last.
    private void squeeze() throws InterruptedException {
        narrator.say("Permits are lowered to 1 while cve, ssg and cce run.");
        order(Order.of(Order.Verb.PERMITS, 1, BY));
        until("somebody waits for permits", this::hasWaitedForQuota);
        narrator.linger();
        narrator.say("Somebody lost its last permit; there are more again.");
        order(Order.of(Order.Verb.PERMITS, Demo.PERMITS, BY));
    }

    private void stop() throws InterruptedException {
        awaitState("cce", ProviderState.RUNNING);
        narrator.say("Somebody stops cce, and starts it again.");
        order(Order.of(Order.Verb.STOP, BY, "to have a look", "cce"));
        until("cce has stopped", () -> "STOPPED".equals(provider("cce").row().cause()));
        narrator.linger();
        publisher.release(CCE);
        publisher.release(SSG);
        publisher.release(Publisher.API);
        order(Order.start(false, BY, List.of("cce")));
    }

    private void settle() throws InterruptedException {
        until("all have completed", this::isSettled);
        Feeds.base(engine::query)
                .stats()
                .forEach((source, kinds) -> narrator.say("%s has %s".formatted(source, kinds)));
    }

    private void loadAgain() throws IOException, InterruptedException {
        Instant since = Instant.now();
        narrator.say("The publishers change some things, and everything is loaded again.");
        publisher.change(since);
        order(Order.start(false, BY, List.of()));
        until("all have completed again", this::isSettled);
        for (Knowledge.Change each : Feeds.base(engine::query).changes(since, "", CHANGES)) {
            String fields = each.fields().isEmpty() ? "" : ": " + each.fields();
            narrator.say("%s was %s%s".formatted(each.urn(), each.change(), fields));
        }
    }

    private boolean isSettled() {
        return board.providers().stream()
                .allMatch(each ->
                        each.state() == ProviderState.TERMINATED
                                && !each.row().isWanted()
                                && "COMPLETED".equals(each.row().cause()));
    }

    private List<Event> limits() {
        return board.events(0, MANY).stream()
                .filter(each -> each.type() == Event.Type.RATE_LIMITED)
                .toList();
    }

    /// That state is short: who looks from time to time may miss it, but the history has it.
    private boolean hasWaitedForQuota() {
        return board.providers().stream()
                .filter(each -> !each.run().isEmpty())
                .flatMap(each -> engine.history(RunId.parse(each.run()), 0, MANY).stream())
                .anyMatch(each -> each.state().equals(ProviderState.WAITING_QUOTA.name()));
    }

    private ProviderStats provider(String id) {
        return board.providers().stream()
                .filter(each -> each.row().id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no provider " + id));
    }

    private void awaitState(String id, ProviderState state) throws InterruptedException {
        until("%s is %s".formatted(id, state), () -> provider(id).state() == state);
    }

    private void order(Order order) throws InterruptedException {
        engine.await(
                feeds.orchestrator().orders(),
                engine.start(feeds.orchestrator().order(order)),
                PATIENCE);
    }

    private void until(String what, BooleanSupplier condition) throws InterruptedException {
        Instant deadline = Instant.now().plus(PATIENCE);
        while (!condition.getAsBoolean()) {
            if (Instant.now().isAfter(deadline)) {
                throw new IllegalStateException(
                        "expected that %s within %s, found %s".formatted(what, PATIENCE, states()));
            }
            Thread.sleep(LOOK_AGAIN);
        }
    }

    private List<String> states() {
        return board.providers().stream()
                .map(each -> "%s %s".formatted(each.row().id(), each.state()))
                .toList();
    }
}
