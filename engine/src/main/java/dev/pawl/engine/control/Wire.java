package dev.pawl.engine.control;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/// A connection of which neither a read nor a write waits longer than a bound for the other side.
///
/// A read of a socket in a file knows no timeout of its own, so the channel does not block and a
/// selector waits. Used by one thread.
final class Wire implements AutoCloseable {
    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final Duration patience;
    private final InputStream in = new BufferedInputStream(new In());
    private final OutputStream out = new Out();

    /// Takes a channel that does not block.
    Wire(SocketChannel channel, Duration patience) throws IOException {
        this.channel = channel;
        this.patience = patience;
        this.selector = Selector.open();
        this.key = channel.register(selector, 0);
    }

    /// Returns what the other side says; a read throws [SocketTimeoutException] at the bound.
    InputStream in() {
        return in;
    }

    /// Returns where to speak; a write throws [SocketTimeoutException] at the bound.
    OutputStream out() {
        return out;
    }

    @Override
    public void close() throws IOException {
        try (channel;
                selector) {
            return;
        }
    }

    private void await(int what) throws IOException {
        key.interestOps(what);
        if (selector.select(patience.toMillis()) == 0) throw new SocketTimeoutException();
        selector.selectedKeys().clear();
    }

    private final class In extends InputStream {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            while (true) {
                int count = channel.read(ByteBuffer.wrap(bytes, from, length));
                if (count != 0) return count;
                await(SelectionKey.OP_READ);
            }
        }
    }

    private final class Out extends OutputStream {
        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            ByteBuffer rest = ByteBuffer.wrap(bytes, from, length);
            while (rest.hasRemaining()) {
                if (channel.write(rest) == 0) await(SelectionKey.OP_WRITE);
            }
        }
    }
}
