package dev.pawl.classes.resource;

/// What is wrong with one field: `spec.functions[2].function_key: expected a text, found 7`.
public record FieldError(String path, String problem) {
    @Override
    public String toString() {
        return path + ": " + problem;
    }
}
