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

/// A connection with a timeout for each read and write. For one thread.
///
/// Reads of a Unix domain socket have no timeout, so the channel does not block and a selector
/// waits.
final class ControlConnection implements AutoCloseable {
    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final Duration timeout;
    private final InputStream in = new BufferedInputStream(new In());
    private final OutputStream out = new Out();

    /// Wraps a non-blocking channel.
    ControlConnection(SocketChannel channel, Duration timeout) throws IOException {
        this.channel = channel;
        this.timeout = timeout;
        this.selector = Selector.open();
        this.key = channel.register(selector, 0);
    }

    /// Returns the input; a read throws [SocketTimeoutException] after the timeout.
    InputStream in() {
        return in;
    }

    /// Returns the output; a write throws [SocketTimeoutException] after the timeout.
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
        if (selector.select(timeout.toMillis()) == 0) throw new SocketTimeoutException();
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
