package dev.pawl.orchestrator;

/// What a run of a provider is started with.
public record ProviderRequest(String provider) {}
