package dev.pawl.diamonds.supplier;

/// What an answer of the supplier means for the request.
sealed interface Reply<T> {

    /// The supplier answered.
    record Answered<T>(T value) implements Reply<T> {}

    /// The supplier no longer accepts the token.
    record TokenRefused<T>(String message) implements Reply<T> {}

    /// The supplier does not know a field that the query selects.
    record FieldRefused<T>(String message) implements Reply<T> {}
}
