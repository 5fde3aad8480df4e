package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.Subscription;
import dev.pawl.machine.Machine;
import dev.pawl.run.HistoryEntry;
import dev.pawl.store.SqliteStore;
import java.time.Duration;
import java.time.Instant;

/// A schedule starts a machine by interval or by cron expression; it is durable.
final class ScheduleExample {
    record Sweep(String what) {}

    record Swept(int number) {}

    static final Machine<Sweep, Swept> SWEEP =
            Machine.named("sweep", Sweep.class, Swept.class)
                    .step("sweep", attempt -> attempt.next(new Swept(3)))
                    .build();

    static void main(String... args) throws Exception {
        Schedule often = Schedule.every("often", Duration.ofMillis(50), SWEEP, new Sweep("cache"));
        Schedule nightly =
                Schedule.cron("nightly", "30 2 * * MON-FRI", SWEEP, new Sweep("disk"))
                        .zone("Europe/Berlin")
                        .rules(
                                Schedule.Rules.DEFAULT
                                        .overlap(Schedule.Overlap.SKIP)
                                        .missed(Schedule.Missed.ONCE)
                                        .jitter(Duration.ofMinutes(1)));
        try (Engine engine =
                Engine.open(
                        SqliteStore.open(Scratch.home(args)),
                        options -> options.machines(SWEEP).schedule(often).schedule(nightly))) {
            int ends = 0;
            try (Subscription feed = engine.feed(SWEEP, 0)) {
                while (ends < 3) {
                    for (var entry : feed.next(Instant.now().plusSeconds(10))) {
                        if (entry.entry().kind() == HistoryEntry.Kind.ENDED) ends++;
                    }
                }
            }
            IO.println("swept three times or more: " + (ends >= 3));
            for (Schedule schedule : engine.schedules().all()) {
                IO.println("%s: %s".formatted(schedule.name(), schedule.spec()));
            }
        }
    }
}
