package dev.pawl.diamonds.mapping;

/// A value of a field that the vocabulary does not contain.
public record UnknownValue(String field, String value) {}
