package dev.pawl.diamonds.simulator;

/// Writes the JSON of an item; values are plain texts without anything to escape.
final class StoneJson {
    private final StringBuilder json = new StringBuilder(800);

    /// Opens an object with its first field.
    StoneJson open(String name, String value) {
        json.append("{\"").append(name).append("\":\"").append(value).append('"');
        return this;
    }

    StoneJson close() {
        json.append('}');
        return this;
    }

    StoneJson text(String name, String value) {
        name(name).json.append('"').append(value).append('"');
        return this;
    }

    StoneJson raw(String name, String value) {
        name(name).json.append(value);
        return this;
    }

    StoneJson number(String name, long value) {
        name(name).json.append(value);
        return this;
    }

    /// Writes a number with two decimals.
    StoneJson hundredths(String name, int value) {
        name(name).json.append(value / 100).append('.');
        if (value % 100 < 10) json.append('0');
        json.append(value % 100);
        return this;
    }

    /// Writes the name of a field; the object must follow.
    StoneJson object(String name) {
        return name(name);
    }

    private StoneJson name(String name) {
        json.append(",\"").append(name).append("\":");
        return this;
    }

    @Override
    public String toString() {
        return json.toString();
    }
}
