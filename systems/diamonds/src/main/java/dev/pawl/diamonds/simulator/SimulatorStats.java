package dev.pawl.diamonds.simulator;

/// What a simulator has done since it started.
///
/// @param requests all requests of the API
/// @param faults requests that failed on purpose
/// @param stones items on the pages that were served
public record SimulatorStats(
        long requests, long faults, long logins, long counts, long pages, long stones) {}
