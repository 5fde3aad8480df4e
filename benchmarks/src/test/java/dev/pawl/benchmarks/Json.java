package dev.pawl.benchmarks;

import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.util.Map;

/// Reads what was printed.
final class Json {
    private Json() {}

    static Map<?, ?> object(String line) {
        return JsonCodec.JSON.decode(Payload.of(line), Map.class);
    }
}
