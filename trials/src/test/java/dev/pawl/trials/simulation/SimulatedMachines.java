package dev.pawl.trials.simulation;

import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.LoggingListener;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.Signal;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Body;
import dev.pawl.machine.ChildPolicy;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Start;
import dev.pawl.testkit.SimHost;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.SplittableRandom;

/// The machines, queues, pools and schedules of the simulation. A body appends its state to the
/// response, so a step whose effect was recorded twice is visible there.
final class SimulatedMachines {
    static final String NARROW = "narrow";
    static final String RATED = "rated";
    static final String POOL = "pool";
    static final int SLOTS = 2;
    static final int PER_KEY = 1;
    static final int RATE = 3;
    static final Duration WINDOW = Duration.ofSeconds(20);
    static final int PERMITS = 3;

    /// The response of a completed run of each machine, unless an operator moved it to another
    /// state.
    static final Map<String, String> TRAILS =
            Map.of(
                    "chain", "a,b,c",
                    "approval", "ask,accept",
                    "parent", "split,collect",
                    "keeper", "split,collect",
                    "pooled", "use,more",
                    "cursor", "page,page,page,last",
                    "memo", "think,report",
                    "first", "one",
                    "hostile", "one,two");

    final Machine<String, String> chain;
    final Machine<String, String> hostile;
    final List<Machine<String, String>> all = new ArrayList<>();
    private final SimHost host;
    private final Observations observed;
    private final SplittableRandom dice;
    private final BadUserCode misdeeds;

    SimulatedMachines(SimHost host, Observations observed, SplittableRandom dice) {
        this.host = host;
        this.observed = observed;
        this.dice = dice;
        observed.limit(NARROW, SLOTS);
        observed.limit(RATED, 100);
        observed.limit(POOL, PERMITS);
        chain = chain();
        misdeeds = new BadUserCode(host, observed, dice.split(), chain);
        all.add(chain);
        hostile = hostile();
        all.add(hostile);
        all.add(approval());
        all.add(parent("parent", ChildPolicy.CANCEL, Join.all()));
        all.add(parent("keeper", ChildPolicy.WAIT, Join.any()));
        all.add(pooled());
        all.add(cursor());
        all.add(jumper());
        all.add(memo());
        all.add(
                named("first")
                        .step("one", body("one", this::next))
                        .then(chain, response -> response)
                        .build());
    }

    void options(EngineOptions options) {
        all.forEach(options::machines);
        options.queue(QueueSettings.of(NARROW, SLOTS).perKey(PER_KEY));
        options.queue(QueueSettings.of(RATED, 100).rate(RATE, WINDOW));
        options.pool(new PoolSettings(POOL, PERMITS));
        options.schedule(Schedule.every("often", Duration.ofSeconds(40), chain, "scheduled"));
        options.schedule(
                Schedule.cron("minutely", "* * * * *", chain, "scheduled")
                        .rules(
                                Schedule.Rules.DEFAULT
                                        .overlap(Schedule.Overlap.QUEUE)
                                        .queue(NARROW)));
        options.drain(Duration.ofSeconds(5));
        options.listener(observed::onEvent).listener(new LoggingListener(new SilentLogger()));
        options.observer(_ -> misdeeds.hear());
    }

    private static dev.pawl.machine.MachineBuilder<String, String> named(String name) {
        return Machine.named(name, String.class, String.class);
    }

    private Machine<String, String> chain() {
        Retry often = Retry.fixed(50, Duration.ofSeconds(1));
        return named("chain")
                .step("a", body("a", this::flaky), s -> s.retry(often))
                .step(
                        "b",
                        body("b", this::next),
                        s -> s.timeout(Duration.ofSeconds(2)).retry(often))
                .step("c", body("c", this::next))
                .cleanup(body("clean", a -> a.next()), c -> c.timeout(Duration.ofSeconds(1)))
                .build();
    }

    /// Half of what its bodies do is wrong.
    private Machine<String, String> hostile() {
        Retry often = Retry.fixed(4, Duration.ofSeconds(1)).bugs(4);
        Deed deed = this::misbehave;
        return named("hostile")
                .step(
                        "one",
                        body("one", 1, deed),
                        s -> s.retry(often).timeout(Duration.ofSeconds(3)).permits(POOL, 1))
                .step(
                        "two",
                        body("two", deed),
                        s ->
                                s.retry(often)
                                        .timeout(Duration.ofSeconds(3))
                                        .recovery(Recovery.repeatBody(), body("two", this::redo)))
                .cleanup(
                        body("clean", deed),
                        c -> c.retry(Retry.fixed(2)).timeout(Duration.ofSeconds(3)))
                .then(chain, misdeeds::follow)
                .build();
    }

    private Outcome<String> misbehave(Attempt<String, String> attempt, String state)
            throws Exception {
        Outcome<String> good = next(attempt, state);
        return dice.nextBoolean() ? good : misdeeds.instead(attempt, good);
    }

    private Outcome<String> redo(Attempt<String, String> attempt, String state) throws Exception {
        return dice.nextBoolean() ? attempt.executeBody() : misbehave(attempt, state);
    }

    private Machine<String, String> approval() {
        return named("approval")
                .step("ask", body("ask", this::next), s -> s.interruptedBy(Stop.class, "refuse"))
                .await(
                        "decision",
                        w ->
                                w.on(Approved.class, "accept")
                                        .on(Rejected.class, "refuse")
                                        .after(Duration.ofSeconds(60), "accept"))
                .step(
                        "accept",
                        body("accept", a -> a.goTo("complete", trail(a, "accept"))),
                        s -> s.goesTo("complete"))
                .step("refuse", body("refuse", a -> a.abort("no")))
                .build();
    }

    private Machine<String, String> parent(String name, ChildPolicy policy, Join join) {
        return named(name)
                .step("split", body("split", this::split))
                .await("joined", w -> w.children(join, "collect"))
                .step("collect", body("collect", this::next))
                .cleanup(body("clean", a -> a.next()))
                .children(policy)
                .build();
    }

    private Outcome<String> split(Attempt<String, String> attempt, String state) {
        List<Start<?>> children = new ArrayList<>();
        int count = 1 + dice.nextInt(3);
        for (int i = 0; i < count; i++) {
            Start<String> start = chain.start("child");
            if (dice.nextInt(3) == 0) start = start.queue(NARROW, dice.nextInt(2));
            if (dice.nextInt(4) == 0) start = start.delay(Duration.ofSeconds(dice.nextInt(20)));
            children.add(start);
        }
        return next(attempt, state).starting(children.toArray(Start<?>[]::new));
    }

    private Machine<String, String> pooled() {
        return named("pooled")
                .step("use", holding("use", 2), s -> s.permits(POOL, 2))
                .step("more", holding("more", 1), s -> s.permits(POOL, 1))
                .build();
    }

    private Machine<String, String> cursor() {
        return named("cursor").step("page", body("page", this::page)).step("last", last()).build();
    }

    private Body<String, String> last() {
        return body(
                "last",
                a -> {
                    int pages = a.context(Integer.class).orElse(0);
                    return a.next("page,".repeat(pages) + "last");
                });
    }

    private Outcome<String> page(Attempt<String, String> attempt, String state) {
        int done = attempt.context(Integer.class).orElse(0) + 1;
        if (done >= 3) return attempt.next().withContext(done);
        return dice.nextBoolean()
                ? attempt.repeatWith(done)
                : attempt.repeatWith(done, Duration.ofSeconds(dice.nextInt(5)));
    }

    private Machine<String, String> jumper() {
        return named("jumper")
                .step("first", body("first", this::next))
                .step(
                        "maybe",
                        body(
                                "maybe",
                                (a, state) ->
                                        dice.nextInt(3) == 0 ? next(a, state) : a.goTo("first")),
                        s -> s.goesTo("first", 4))
                .build();
    }

    private Machine<String, String> memo() {
        return named("memo")
                .step(
                        "think",
                        body(
                                "think",
                                (a, state) -> {
                                    Integer one = once(a, "one");
                                    Integer two = once(a, "two");
                                    if (dice.nextInt(3) == 0) throw new IOException("forgot");
                                    return next(a, state).withContext(one + two);
                                }),
                        s -> s.retry(Retry.fixed(30)))
                .step("report", body("report", this::next))
                .build();
    }

    private Integer once(Attempt<String, String> attempt, String name) throws Exception {
        var memos = observed.run(attempt.id()).data().memos();
        Integer value = attempt.once(name, Integer.class, () -> dice.nextInt(1_000_000));
        if (memos.containsKey(name) && !memos.get(name).text().equals(value.toString())) {
            observed.violation("memo %s was %s, now %s".formatted(name, memos.get(name), value));
        }
        return value;
    }

    private Body<String, String> holding(String state, int permits) {
        return body(state, permits, this::next);
    }

    private Body<String, String> body(String state, Body<String, String> plain) {
        return body(state, (attempt, _) -> plain.execute(attempt));
    }

    private Body<String, String> body(String state, Deed deed) {
        return body(state, 0, deed);
    }

    private Body<String, String> body(String state, int permits, Deed deed) {
        return attempt -> {
            Observations.Body body = observed.starts(attempt, state, permits);
            try {
                linger();
                return deed.answer(attempt, state);
            } finally {
                observed.ends(attempt, body);
            }
        };
    }

    /// Takes some time, and sometimes a little more after being asked to stop.
    private void linger() throws InterruptedException {
        if (dice.nextInt(3) == 0) return;
        boolean stubborn = dice.nextInt(8) == 0;
        Instant until = host.now().plusMillis(dice.nextInt(2_500));
        try {
            wait(until);
        } catch (InterruptedException e) {
            if (!stubborn) throw e;
            wait(host.now().plusMillis(dice.nextInt(500)));
        }
    }

    private void wait(Instant until) throws InterruptedException {
        if (host.await(new Signal(), until))
            throw new IllegalStateException("an unexpected signal");
    }

    private Outcome<String> flaky(Attempt<String, String> attempt, String state)
            throws IOException {
        if (dice.nextInt(4) == 0) throw new IOException("flaky");
        return next(attempt, state);
    }

    private Outcome<String> next(Attempt<String, String> attempt, String state) {
        return attempt.next(trail(attempt, state));
    }

    private static String trail(Attempt<String, String> attempt, String state) {
        return attempt.response().map(before -> before + "," + state).orElse(state);
    }

    /// A logger that discards its messages.
    private static final class SilentLogger implements System.Logger {
        @Override
        public String getName() {
            return "unheard";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {}

        @Override
        public void log(Level level, ResourceBundle bundle, String text, Object... parameters) {}
    }

    private interface Deed {
        Outcome<String> answer(Attempt<String, String> attempt, String state) throws Exception;
    }

    record Approved() {}

    record Rejected() {}

    record Stop() {}
}
