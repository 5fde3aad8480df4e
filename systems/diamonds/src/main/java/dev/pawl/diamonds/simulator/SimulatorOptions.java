package dev.pawl.diamonds.simulator;

import java.time.InstantSource;

/// How a simulator behaves; change it by name.
///
/// @param port the port on loopback; 0 for a free one
/// @param seed decides faults, tokens and moves
/// @param changesPerSecond how many stones change each second; 0 if the stock does not move by
///   itself
/// @param user the user that may log in; "" for any
/// @param password the password of that user
public record SimulatorOptions(
        StockSource stock,
        int port,
        long seed,
        SimulatorFaults faults,
        int changesPerSecond,
        String user,
        String password,
        InstantSource clock) {
    private static final int PORT_MAX = 65_535;

    public SimulatorOptions {
        if (port < 0 || port > PORT_MAX) {
            throw new IllegalArgumentException(
                    "expected a port of 0 to %d, found %d".formatted(PORT_MAX, port));
        }
        if (changesPerSecond < 0) {
            throw new IllegalArgumentException(
                    "expected 0 changes per second or more, found " + changesPerSecond);
        }
    }

    /// Returns options without faults, for a stock that does not move, on a free port.
    public static SimulatorOptions of(StockSource stock) {
        return new SimulatorOptions(
                stock, 0, 0, SimulatorFaults.NONE, 0, "", "", InstantSource.system());
    }

    public SimulatorOptions port(int other) {
        return new SimulatorOptions(
                stock, other, seed, faults, changesPerSecond, user, password, clock);
    }

    public SimulatorOptions seed(long other) {
        return new SimulatorOptions(
                stock, port, other, faults, changesPerSecond, user, password, clock);
    }

    public SimulatorOptions faults(SimulatorFaults other) {
        return new SimulatorOptions(
                stock, port, seed, other, changesPerSecond, user, password, clock);
    }

    /// Moves the stock by itself from the start.
    public SimulatorOptions moving(int perSecond) {
        return new SimulatorOptions(stock, port, seed, faults, perSecond, user, password, clock);
    }

    /// Accepts one user only.
    public SimulatorOptions login(String only, String secret) {
        return new SimulatorOptions(
                stock, port, seed, faults, changesPerSecond, only, secret, clock);
    }

    public SimulatorOptions clock(InstantSource other) {
        return new SimulatorOptions(
                stock, port, seed, faults, changesPerSecond, user, password, other);
    }

    /// Does not show the password.
    @Override
    public String toString() {
        return "%s on port %d, seed %d".formatted(stock, port, seed);
    }
}
