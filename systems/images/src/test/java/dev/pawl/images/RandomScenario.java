package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Command;
import dev.pawl.engine.Operators;
import dev.pawl.engine.store.Filter;
import dev.pawl.images.machine.ActivateMachine;
import dev.pawl.images.request.ActivateRequest;
import dev.pawl.images.request.ImageFailure;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.table.UnpackedImage;
import dev.pawl.images.volume.Device;
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

/// One seed of a simulation: images are requested while sources, volumes and the process fail at
/// random; then the faults stop, and every request succeeds.
final class RandomScenario {
    private static final int EVENTS = 15;
    private static final int HOURS = 10;
    private static final int DEATHS_MAX = 5;
    private static final int BYTES = 10_240;
    private static final Operators.By OPERATOR =
            new Operators.By("stranger", "the faults are over");

    private final ImagesFixture fixture;
    private final ImageInvariants invariants;
    private final SampleArchives archives;
    private final SplittableRandom random;
    private final Set<ProcessRequest> wanted = new LinkedHashSet<>();
    private int deaths;

    RandomScenario(ImagesFixture fixture, SampleArchives archives, long seed) {
        this.fixture = fixture;
        this.archives = archives;
        invariants = new ImageInvariants(fixture, archives.trees());
        random = new SplittableRandom(seed);
    }

    /// Runs the scenario; returns all of its runs.
    List<Run> pass() throws Exception {
        for (String key : SampleArchives.KEYS) fixture.put(key, archives.first(key));
        storm();
        calm();
        fixture.settle();
        invariants.checkAtRest();
        everythingCanBeHad();
        invariants.checkAtRest();
        return invariants.runs();
    }

    private void storm() throws Exception {
        VolumeFaults mishaps = VolumeFaults.byChance(random, 2 + random.nextInt(12));
        fixture.volumes()
                .faults((operation, side, device) -> {
                    // Gives other runs a chance to go first, as a slow volume does.
                    fixture.sim().host().pause(Duration.ofMillis(random.nextInt(50)));
                    if (isDeadly()) fixture.deaths().now();
                    mishaps.at(operation, side, device);
                });
        fixture.deaths().whenever(this::isDeadly);
        for (int i = 0; i < EVENTS; i++) live(this::happen);
        for (int i = 0; i < HOURS; i++) live(() -> fixture.sim().pass(Duration.ofHours(1)));
    }

    /// Runs an event in a process, which may crash.
    private void live(Event event) throws Exception {
        try {
            if (!fixture.sim().isAlive()) fixture.sim().open();
            event.happen();
        } catch (SimHost.Crashed _) {
            assertThat(fixture.sim().isAlive()).isFalse();
        }
        if (fixture.sim().isAlive()) return;
        if (random.nextBoolean()) fixture.volumes().reboot();
        invariants.check();
    }

    private boolean isDeadly() {
        if (deaths == DEATHS_MAX || random.nextInt(40) != 0) return false;
        deaths++;
        return true;
    }

    private void happen() throws IOException {
        switch (random.nextInt(8)) {
            case 0, 1 -> ask();
            case 2 -> fixture.requests().script(random.nextInt(4) == 0 ? "HEAD" : "GET", fault());
            case 3 -> fixture.put("changing.tar", archives.another(random));
            case 4 -> loseAVolume();
            case 5 -> activate();
            default -> fixture.sim().pass(Duration.ofMillis(random.nextInt(1_000)));
        }
    }

    /// Loses the volume of an unpacked image; its snapshots are volumes of their own.
    private void loseAVolume() throws IOException {
        Optional<UnpackedImage> lost = anUnpackedImage();
        if (lost.isPresent()) fixture.volumes().lose(lost.get().device().name());
    }

    /// Activates another snapshot of an image, which may be unpacked again at the same time.
    private void activate() {
        Optional<UnpackedImage> image = anUnpackedImage();
        if (image.isEmpty()) return;
        Device volume = image.get().device();
        ActivateRequest request =
                ActivateRequest.of(image.get().imageId(), volume.id(), volume.name())
                        .snapshotName("green-" + volume.id());
        fixture.start(
                ActivateMachine.of(fixture.context()).start(request).key(request.snapshotName()));
    }

    private Optional<UnpackedImage> anUnpackedImage() {
        List<UnpackedImage> all = fixture.catalog().unpacked();
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
    }

    private void ask() {
        String key = SampleArchives.KEYS.get(random.nextInt(SampleArchives.KEYS.size()));
        String name = random.nextInt(3) == 0 ? "blue-" + key.charAt(0) : null;
        boolean refresh = random.nextInt(3) == 0;
        ProcessRequest request =
                ProcessRequest.of(fixture.webAddress(), key)
                        .snapshotName(name)
                        .deviceSize(BYTES)
                        .refresh(refresh);
        wanted.add(request);
        var id = fixture.start(request);
        assertThat(fixture.store().run(id)).isPresent();
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
        fixture.requests().forgive();
        fixture.volumes().faults(VolumeFaults.NONE);
        if (!fixture.sim().isAlive()) fixture.sim().open();
        fixture.sim().settle();
        // A run that crashed too often in one state waits for an operator.
        fixture.sim()
                .perform(engine ->
                        engine.operators()
                                .orderAll(
                                        Filter.ALL.status(RunStatus.PARKED),
                                        new Command.RetryNow(),
                                        OPERATOR));
    }

    private void everythingCanBeHad() throws Exception {
        for (ProcessRequest each : wanted) {
            Run run = fixture.process(each);
            if (each.s3Key().equals(SampleArchives.EVIL)) {
                assertThat(run.status()).isEqualTo(RunStatus.ABORTED);
                continue;
            }
            if (run.status() == RunStatus.ABORTED) {
                // The name belongs to the previous image of the key.
                assertThat(ImageFailure.reason(Optional.ofNullable(run.condition().ending())))
                        .contains("already belongs to image");
                continue;
            }
            assertThat(run.status()).as("%s", run).isEqualTo(RunStatus.COMPLETED);
            String image = fixture.answer(run).imageId();
            assertThat(fixture.catalog().image(image).orElseThrow().activationStatus())
                    .isEqualTo("active");
        }
    }

    private interface Event {
        void happen() throws Exception;
    }
}
