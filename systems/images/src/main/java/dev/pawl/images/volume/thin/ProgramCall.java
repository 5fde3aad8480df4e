package dev.pawl.images.volume.thin;

import java.util.List;

/// A program with its arguments; it is run without a shell.
public record ProgramCall(Tool tool, List<String> arguments) {
    public ProgramCall {
        arguments = List.copyOf(arguments);
    }

    @Override
    public String toString() {
        return tool.program() + " " + String.join(" ", arguments);
    }
}
