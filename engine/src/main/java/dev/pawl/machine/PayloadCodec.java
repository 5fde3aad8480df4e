package dev.pawl.machine;

import dev.pawl.run.Payload;
import org.jspecify.annotations.Nullable;

/// Leaves payloads as they are, and encodes other values as JSON: for machines without code, whose
/// requests and responses are known as payloads only.
final class PayloadCodec implements Codec {
    static final PayloadCodec PAYLOADS = new PayloadCodec();

    private PayloadCodec() {}

    @Override
    public Payload encode(@Nullable Object value) {
        return value instanceof Payload payload ? payload : JsonCodec.JSON.encode(value);
    }

    @Override
    public <T extends @Nullable Object> T decode(Payload payload, Class<T> type) {
        if (type == Payload.class) return type.cast(payload);
        return JsonCodec.JSON.decode(payload, type);
    }

    @Override
    public Payload patch(Payload before, Payload after) {
        return JsonCodec.JSON.patch(before, after);
    }
}
