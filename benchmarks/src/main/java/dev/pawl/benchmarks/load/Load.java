package dev.pawl.benchmarks.load;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;

/// Work that continues until it is closed, and counts its durable steps.
public interface Load extends AutoCloseable {

    long steps();

    /// Throws if anything failed: a load that has stopped must not be measured.
    void check();

    @Override
    void close() throws IOException, SQLException;

    /// Returns the speed, measured after `warmUp`.
    default Speed measure(Duration warmUp, Duration time) throws InterruptedException {
        Thread.sleep(warmUp);
        check();
        Usage before = Usage.now();
        long steps = steps();
        Thread.sleep(time);
        long made = steps() - steps;
        Usage used = Usage.now().since(before);
        check();
        return Speed.of(made, used);
    }
}
