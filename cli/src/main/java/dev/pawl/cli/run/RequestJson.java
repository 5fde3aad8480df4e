package dev.pawl.cli.run;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.engine.control.Json;
import dev.pawl.run.Payload;

/// The option `--input`: the request of a run as JSON.
final class RequestJson {
    private RequestJson() {}

    static Payload payload(String input) {
        try {
            return Json.payload(input);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(
                    "--input must be the JSON of a request, found '%s': %s"
                            .formatted(HumanText.cut(input, 80), e.getMessage()));
        }
    }
}
