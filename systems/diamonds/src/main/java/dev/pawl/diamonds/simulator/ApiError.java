package dev.pawl.diamonds.simulator;

/// A request is answered with an error of GraphQL.
final class ApiError extends Exception {
    private static final long serialVersionUID = 1;

    private final String code;

    private ApiError(String code, String message) {
        super(message);
        this.code = code;
    }

    static ApiError invalid(String message) {
        return new ApiError("BAD_USER_INPUT", message);
    }

    static ApiError unauthenticated(String message) {
        return new ApiError("UNAUTHENTICATED", message);
    }

    String code() {
        return code;
    }
}
