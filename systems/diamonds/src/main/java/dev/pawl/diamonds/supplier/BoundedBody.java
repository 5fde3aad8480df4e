package dev.pawl.diamonds.supplier;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// Collects the body of a response up to a limit, and abandons one that has more bytes.
final class BoundedBody implements BodySubscriber<byte[]> {
    private final int bytesMax;
    private final Runnable heard;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    /// @param heard is called whenever something arrives
    BoundedBody(int bytesMax, Runnable heard) {
        this.bytesMax = bytesMax;
        this.heard = heard;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription granted) {
        subscription = granted;
        granted.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        heard.run();
        if (body.isDone()) return;
        for (ByteBuffer buffer : buffers) {
            if (buffer.remaining() > bytesMax - bytes.size()) {
                body.completeExceptionally(new LimitExceeded());
                if (subscription != null) subscription.cancel();
                return;
            }
            byte[] part = new byte[buffer.remaining()];
            buffer.get(part);
            bytes.writeBytes(part);
        }
    }

    @Override
    public void onError(Throwable error) {
        body.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
        body.complete(bytes.toByteArray());
    }

    /// The body has more bytes than the limit.
    static final class LimitExceeded extends IOException {
        private static final long serialVersionUID = 1;
    }
}
