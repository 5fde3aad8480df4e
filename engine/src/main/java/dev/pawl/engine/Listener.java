package dev.pawl.engine;

/// Is told what happens, after it is durable; it must be quick and must not throw.
@FunctionalInterface
public interface Listener {
    void on(Happening happening);
}
