package dev.pawl.machine.json;

import java.io.ByteArrayOutputStream;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.ObjectWriter;

/// Writes values as JSON with generators that are used again, because creating one costs more than
/// writing a small value.
///
/// Safe for use by many threads: each value has a generator to itself. As many are kept as were
/// ever needed at the same moment, and writing does not block.
public final class JsonEncoders {
    private static final int FIRST_BYTES = 256;

    /// A generator that has written more is not kept.
    private static final int KEPT_BYTES_MAX = 64 << 10;

    private final ObjectWriter generators;
    private final Queue<Encoder> spare = new ConcurrentLinkedQueue<>();

    /// Creates generators as this writer does.
    public JsonEncoders(ObjectWriter writer) {
        // One generator writes many values, and nothing between them.
        this.generators = writer.withRootValueSeparator("");
    }

    /// Returns the JSON of a value as this writer writes it.
    public byte[] encode(ObjectWriter writer, Object value) {
        Encoder found = spare.poll();
        Encoder encoder = found == null ? new Encoder(generators) : found;
        byte[] json = encoder.encode(writer, value);
        // One that has thrown is not kept either: it may be in the middle of a value.
        if (json.length <= KEPT_BYTES_MAX) spare.add(encoder);
        return json;
    }

    private static final class Encoder {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(FIRST_BYTES);
        private final JsonGenerator generator;

        Encoder(ObjectWriter generators) {
            this.generator = generators.createGenerator(bytes);
        }

        byte[] encode(ObjectWriter writer, Object value) {
            bytes.reset();
            writer.writeValue(generator, value);
            return bytes.toByteArray();
        }
    }
}
