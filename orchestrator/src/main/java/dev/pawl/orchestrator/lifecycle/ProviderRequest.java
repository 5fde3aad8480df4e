package dev.pawl.orchestrator.lifecycle;

/// The request of a provider's run: the id of the provider.
public record ProviderRequest(String provider) {}
