package dev.pawl.feeds.demo;

/// Receives the messages of a demo.
@FunctionalInterface
public interface DemoListener {
    void say(String line);

    /// Called when a short-lived state is visible; the demo continues when this returns.
    default void pause() throws InterruptedException {}
}
