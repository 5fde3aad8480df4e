package dev.pawl.feeds.demo;

/// Hears what a demonstration does, line by line.
@FunctionalInterface
public interface Narrator {
    void say(String line);

    /// Is called when there is something to see that is soon over: the demonstration goes on when
    /// this returns.
    default void linger() throws InterruptedException {}
}
