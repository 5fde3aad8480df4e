package dev.pawl.feeds.web;

import dev.pawl.orchestrator.provider.SourceException;
import java.net.URI;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The content of an answer on its way: taken piece by piece by one thread, which waits no longer
/// than a server may be silent.
final class Body implements BodySubscriber<Body>, AutoCloseable {
    private final URI address;
    private final Duration silence;
    private final BlockingQueue<News> news = new LinkedBlockingQueue<>();
    private final Deque<ByteBuffer> here = new ArrayDeque<>();
    private boolean ended;

    /// Both guarded by this.
    private Flow.@Nullable Subscription subscription;

    private boolean closed;

    Body(URI address, Duration silence) {
        this.address = address;
        this.silence = silence;
    }

    /// Returns the next piece, or null after the last.
    @Nullable ByteBuffer next() throws SourceException, InterruptedException {
        while (here.isEmpty() && !ended) {
            switch (news.poll(silence.toMillis(), TimeUnit.MILLISECONDS)) {
                case null ->
                        throw Troubles.ofNetwork(
                                address, new HttpTimeoutException("silence for " + silence));
                case Came(List<ByteBuffer> pieces) -> {
                    here.addAll(pieces);
                    ask();
                }
                case Ended() -> ended = true;
                case Broke(Throwable why) -> throw Troubles.ofNetwork(address, why);
            }
        }
        return here.poll();
    }

    private synchronized void ask() {
        if (subscription != null) subscription.request(1);
    }

    /// Gives up what has not come yet, also if it has not begun to come.
    @Override
    public synchronized void close() {
        closed = true;
        if (subscription != null) subscription.cancel();
    }

    @Override
    public CompletionStage<Body> getBody() {
        return CompletableFuture.completedStage(this);
    }

    @Override
    public synchronized void onSubscribe(Flow.Subscription given) {
        subscription = given;
        if (closed) given.cancel();
        else given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        news.add(new Came(pieces));
    }

    @Override
    public void onError(Throwable why) {
        news.add(new Broke(why));
    }

    @Override
    public void onComplete() {
        news.add(new Ended());
    }

    private sealed interface News {}

    private record Came(List<ByteBuffer> pieces) implements News {}

    private record Broke(Throwable why) implements News {}

    private record Ended() implements News {}
}
