package dev.pawl.benchmarks;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;

/// Work that goes on by itself until it is closed, and counts the durable steps that it made.
interface Load extends AutoCloseable {

    long steps();

    /// Throws if anything went wrong: a load that has stopped must not be measured.
    void check();

    @Override
    void close() throws IOException, SQLException;

    /// Returns how fast this goes, after it has gone for `warmUp`.
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
