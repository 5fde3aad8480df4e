package dev.pawl.feeds.demo;

/// Hears what a demonstration does, line by line.
@FunctionalInterface
public interface Narrator {
    void say(String line);
}
