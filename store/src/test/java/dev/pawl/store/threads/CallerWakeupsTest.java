package dev.pawl.store.threads;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class CallerWakeupsTest {
    private static final int MANY = 9;

    private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    /// The thread that commits groups parks outside of what catches errors: with a full heap an
    /// allocation would end it, and no caller would ever be woken again.
    @Test
    void parkingNeedsNoMemory() throws InterruptedException {
        CallerWakeups wakeups = new CallerWakeups(FaultPoint.NONE);
        // The first round loads what is loaded once.
        assertThat(allocatedByParkingAfter(wakeups, 1)).isNotNegative();
        assertThat(allocatedByParkingAfter(wakeups, 40)).isZero();
    }

    @Test
    void wakesCallersLateIfTheVirtualThreadFails() throws InterruptedException {
        CountDownLatch failed = new CountDownLatch(1);
        CallerWakeups wakeups =
                new CallerWakeups(place -> {
                    if (place != FaultPoint.Place.WAKER_STARTED) return;
                    failed.countDown();
                    throw new OutOfMemoryError("injected");
                });
        Job job = new Job();
        job.finish(null);
        wakeups.wake(Collections.nCopies(MANY, job));
        failed.await();
        assertThat(job.woken.getCount()).isEqualTo(MANY);
        while (job.woken.getCount() > 0) wakeups.park(this, 0);
    }

    private long allocatedByParkingAfter(CallerWakeups wakeups, int groups)
            throws InterruptedException {
        List<Job> jobs = Stream.generate(Job::new).limit(groups).toList();
        for (Job job : jobs) wakeups.wake(Collections.nCopies(MANY, job));
        for (Job job : jobs) job.woken.await();
        long before = threads.getCurrentThreadAllocatedBytes();
        wakeups.park(this, 1);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    private static final class Job extends CommitJob {
        private final CountDownLatch woken = new CountDownLatch(MANY);

        @Override
        public void wake() {
            super.wake();
            woken.countDown();
        }
    }
}
