package dev.pawl.diamonds.canonical;

/// The holder of a claim: the feed whose pages it takes, and the name of the run that works on
/// them.
public record ClaimedBy(String feed, String claim) {}
