package dev.pawl.benchmarks.peers;

import java.sql.SQLException;

/// An engine that executes runs of five trivial steps.
public interface Peer extends AutoCloseable {
    int STEPS = 5;

    /// Executes one run and returns when its last step is durable. Thread-safe.
    void run() throws Exception;

    /// Throws unless there were `runs` runs, all ended with five recorded steps. Called when
    /// nothing is running.
    void verify(long runs) throws SQLException;

    @Override
    void close() throws SQLException;
}
