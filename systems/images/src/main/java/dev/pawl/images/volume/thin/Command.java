package dev.pawl.images.volume.thin;

import java.util.List;

/// A program with its arguments, which no shell ever sees.
public record Command(Tool tool, List<String> arguments) {
    public Command {
        arguments = List.copyOf(arguments);
    }

    @Override
    public String toString() {
        return tool.program() + " " + String.join(" ", arguments);
    }
}
