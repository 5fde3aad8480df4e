package dev.pawl.benchmarks.load;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/// The simplest way to make transitions durable; used by one thread at a time.
public interface Yardstick extends AutoCloseable {

    /// Makes a group durable with one sync.
    void write(List<Transition> group) throws IOException, SQLException;

    @Override
    void close() throws IOException, SQLException;
}
