package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Command;
import dev.pawl.engine.Operators;
import dev.pawl.engine.store.Filter;
import dev.pawl.images.volume.VolumeFaults;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import dev.pawl.servers.HttpFault;
import dev.pawl.testkit.SimHost;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/// One seed of a simulation: people ask for images while sources, volumes and the process itself
/// fail by chance; then everything is calm, and what they asked for can be had.
final class Season {
    private static final int EVENTS = 15;
    private static final int HOURS = 10;
    private static final int DEATHS_MAX = 5;
    private static final int BYTES = 10_240;
    private static final Operators.By SOMEBODY =
            new Operators.By("somebody", "the weather is fine");

    private final Bench bench;
    private final Inventory inventory;
    private final Wares wares;
    private final SplittableRandom random;
    private final Set<ProcessRequest> wanted = new LinkedHashSet<>();
    private int deaths;

    Season(Bench bench, Wares wares, long seed) {
        this.bench = bench;
        this.wares = wares;
        inventory = new Inventory(bench, wares.trees());
        random = new SplittableRandom(seed);
    }

    /// Lets it come and go; returns the runs that there were.
    List<Run> pass() throws Exception {
        for (String key : Wares.KEYS) bench.put(key, wares.first(key));
        storm();
        calm();
        bench.settle();
        inventory.checkAtRest();
        everythingCanBeHad();
        inventory.checkAtRest();
        return inventory.runs();
    }

    private void storm() throws Exception {
        VolumeFaults mishaps = VolumeFaults.byChance(random, 2 + random.nextInt(12));
        bench.volumes()
                .faults((operation, side, device) -> {
                    // Others go first, as they do when a volume takes its time.
                    bench.sim().host().pause(Duration.ofMillis(random.nextInt(50)));
                    if (isDeadly()) bench.deaths().now();
                    mishaps.at(operation, side, device);
                });
        bench.deaths().whenever(this::isDeadly);
        for (int i = 0; i < EVENTS; i++) live(this::happen);
        for (int i = 0; i < HOURS; i++) live(() -> bench.sim().pass(Duration.ofHours(1)));
    }

    /// Lets something happen in a life, which may end by it.
    private void live(Event event) throws Exception {
        try {
            if (!bench.sim().isAlive()) bench.sim().open();
            event.happen();
        } catch (SimHost.Crashed _) {
            assertThat(bench.sim().isAlive()).isFalse();
        }
        if (bench.sim().isAlive()) return;
        if (random.nextBoolean()) bench.volumes().reboot();
        inventory.check();
    }

    private boolean isDeadly() {
        if (deaths == DEATHS_MAX || random.nextInt(40) != 0) return false;
        deaths++;
        return true;
    }

    private void happen() throws IOException {
        switch (random.nextInt(6)) {
            case 0, 1 -> ask();
            case 2 -> bench.requests().script(random.nextInt(4) == 0 ? "HEAD" : "GET", fault());
            case 3 -> bench.put("changing.tar", wares.another(random));
            default -> bench.sim().pass(Duration.ofMillis(random.nextInt(1_000)));
        }
    }

    private void ask() {
        String key = Wares.KEYS.get(random.nextInt(Wares.KEYS.size()));
        String name = random.nextInt(3) == 0 ? "blue-" + key.charAt(0) : "";
        boolean refresh = random.nextInt(3) == 0;
        ProcessRequest request =
                new ProcessRequest(bench.webAddress(), key, "strict", "", name, BYTES, refresh, "");
        wanted.add(request);
        var id = bench.start(request);
        assertThat(bench.store().run(id)).isPresent();
    }

    private HttpFault fault() {
        long bytes = random.nextInt(BYTES);
        return switch (random.nextInt(8)) {
            case 0 -> new HttpFault.Cut(bytes);
            case 1, 2 -> new HttpFault.Truncate(bytes);
            case 3 -> new HttpFault.Answer(503);
            case 4 -> new HttpFault.Answer(random.nextBoolean() ? 403 : 404);
            case 5 -> new HttpFault.WrongLength(1 + bytes);
            case 6 -> new HttpFault.Garbage();
            default -> new HttpFault.IgnoreRange();
        };
    }

    private void calm() {
        deaths = DEATHS_MAX;
        bench.requests().forgive();
        bench.volumes().faults(VolumeFaults.NONE);
        if (!bench.sim().isAlive()) bench.sim().open();
        bench.sim().settle();
        // What died too often in one state waits for somebody who has looked.
        bench.sim()
                .tell(engine ->
                        engine.operators()
                                .orderAll(
                                        Filter.ALL.status(RunStatus.PARKED),
                                        new Command.RetryNow(),
                                        SOMEBODY));
    }

    private void everythingCanBeHad() throws Exception {
        for (ProcessRequest each : wanted) {
            Run run = bench.process(each);
            if (each.s3Key().equals(Wares.EVIL)) {
                assertThat(run.status()).isEqualTo(RunStatus.ABORTED);
                continue;
            }
            if (run.status() == RunStatus.ABORTED) {
                // The name belongs to what the key led to before.
                assertThat(Fault.reason(Optional.ofNullable(run.condition().ending())))
                        .contains("is one of image");
                continue;
            }
            assertThat(run.status()).as("%s", run).isEqualTo(RunStatus.COMPLETED);
            String image = bench.answer(run).imageId();
            assertThat(bench.catalog().image(image).orElseThrow().activationStatus())
                    .isEqualTo("active");
        }
    }

    private interface Event {
        void happen() throws Exception;
    }
}
