package dev.pawl.trials.simulation;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.MemoryDisk;
import dev.pawl.engine.store.MemoryStore;
import dev.pawl.testkit.SimHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// A world of several nodes on one store, by its seed: they die, are stopped for longer than their
/// lease and go on, are closed and opened, and their clocks differ.
final class ManyNodes {
    private static final int TURNS_MAX = 200;
    private static final int LOOKS = 5;
    private static final int SKEW_MILLIS = 1_000;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final SimHost time;
    private final SplittableRandom dice;
    private final Books books;
    private final Checks checks;
    private final List<Site> sites = new ArrayList<>();
    private final Cluster view;
    private final int dying;
    private final int stopping;

    ManyNodes(long seed) {
        dice = new SplittableRandom(seed);
        time = new SimHost(seed);
        MemoryDisk disk = MemoryDisk.shared(time::now);
        view = MemoryStore.on(disk).cluster().orElseThrow();
        books = new Books(time::now, this::isLive);
        Site.Ground ground = new Site.Ground(disk, books, dice);
        int count = 2 + dice.nextInt(3);
        for (int i = 0; i < count; i++) {
            SimHost host = time.peer("n" + i);
            host.clockJump(Duration.ofMillis(dice.nextInt(2 * SKEW_MILLIS) - SKEW_MILLIS));
            sites.add(new Site(host, "n" + i, ground));
        }
        checks = new Checks(books, new Plant(time, books, dice.split()));
        dying = dice.nextInt(3) * 15;
        stopping = dice.nextInt(3) * 15;
    }

    /// Lives to the end and returns what happened, line by line; a violation throws.
    List<String> live() {
        try {
            for (int turn = 0; turn < TURNS_MAX && !isDone(); turn++) turn();
            sites.forEach(Site::calm);
            rest();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(e.getMessage() + books.tail(), e);
        }
        books.requireSound();
        return books.trace;
    }

    private boolean isDone() {
        return sites.stream().allMatch(site -> site.workload.isDone());
    }

    private boolean isLive(long epoch) {
        for (Member member : view.members()) if (member.epoch() == epoch) return member.isLive();
        return false;
    }

    private void turn() {
        for (Site site : sites) {
            if (!site.opened(site.equals(sites.getFirst()))) return;
        }
        time.runFor(Duration.ofMillis(dice.nextInt(1_500)));
        checks.ends();
        books.requireSound();
        Site site = sites.get(dice.nextInt(sites.size()));
        if (!site.sim.isAlive()) return;
        if (site.isBroken() || happens(dying)) {
            if (dice.nextBoolean()) site.crash();
            else site.close();
        } else if (happens(stopping)) {
            Duration stop = Duration.ofSeconds(dice.nextInt(90));
            books.trace.add("%s %s stops for %s".formatted(time.now(), site.host.where(), stop));
            site.host.suspend(stop);
        }
    }

    private boolean happens(int inThousand) {
        return dice.nextInt(1_000) < inThousand;
    }

    /// Asks any node why each run waits, of whichever node it is. What another one does at a time
    /// it does by its own clock.
    private void why() {
        time.runFor(Duration.ofMillis(dice.nextInt(1_500)));
        Site site = sites.get(dice.nextInt(sites.size()));
        if (!site.sim.isAlive() || site.isBroken()) return;
        Engine engine = site.sim.engine();
        site.sim.tell(_ -> checks.why(engine, time.now().minusMillis(2 * SKEW_MILLIS)));
        site.sim.tell(_ -> checks.tasks(engine));
        books.requireSound();
    }

    /// Takes away what keeps runs from ending, until all have ended.
    private void rest() {
        time.runFor(Duration.ofSeconds(100));
        for (int look = 0; look < LOOKS; look++) why();
        for (Site site : sites) if (site.sim.isAlive() && dice.nextBoolean()) site.close();
        Site last = sites.getFirst();
        for (Site site : sites) if (site.sim.isAlive() && site.isBroken()) site.crash();
        boolean reads = last.sim.isAlive();
        if (!reads) last.sim.open();
        for (int round = 0; round == 0 || (round < 20 && !books.live().isEmpty()); round++) {
            last.sim.tell(last.workload::release);
            time.runUntil(() -> books.live().isEmpty(), PATIENCE);
            checks.ends();
            books.requireSound();
        }
        Engine engine = last.sim.engine();
        if (!reads) last.host.start("reader", () -> last.workload.reader(engine));
        time.runFor(Duration.ofSeconds(5));
        books.requireAllRead();
        checks.done();
        last.sim.store().verify().forEach(books::violation);
        for (Site site : sites) if (site.sim.isAlive()) site.close();
    }
}
