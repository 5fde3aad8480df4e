package dev.pawl.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;

/// One connection through a proxy: a client's and, behind it, the server's.
final class Link {
    private static final int CHUNK_BYTES = 16 << 10;
    private static final int CHUNKS_MAX = 64;

    private final Socket client;
    private final Socket server = new Socket();
    private final Flow flow;
    private final Consumer<Link> ended;

    Link(Socket client, Flow flow, Consumer<Link> ended) {
        this.client = client;
        this.flow = flow;
        this.ended = ended;
    }

    /// Carries bytes both ways until both sides have said that they send no more, or one is gone.
    void run(int target) {
        try {
            server.connect(new InetSocketAddress(Ports.loopback(), target));
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Thread back = Thread.startVirtualThread(() -> carry(server, client));
            carry(client, server);
            back.join();
            // What was written last may be on its way yet, and a cut would lose it.
            client.close();
            server.close();
        } catch (IOException e) {
            // The server refuses, so the client finds its connection reset.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            cut();
        }
    }

    /// Ends both connections so that the other sides find them reset.
    void cut() {
        for (Socket socket : new Socket[] {client, server}) {
            try {
                if (!socket.isClosed() && socket.isConnected()) socket.setSoLinger(true, 0);
                socket.close();
            } catch (IOException e) {
                // It was closed from the other side at the same time.
            }
        }
        ended.accept(this);
    }

    /// One task reads and another writes, so that a delay makes bytes late and not fewer.
    private void carry(Socket from, Socket to) {
        BlockingQueue<Chunk> chunks = new ArrayBlockingQueue<>(CHUNKS_MAX);
        Thread writer = Thread.startVirtualThread(() -> write(chunks, to));
        try {
            byte[] buffer = new byte[CHUNK_BYTES];
            while (true) {
                int read = from.getInputStream().read(buffer);
                byte[] bytes = Arrays.copyOf(buffer, Math.max(0, read));
                chunks.put(new Chunk(System.nanoTime(), ByteBuffer.wrap(bytes)));
                if (read < 0) break;
            }
            writer.join();
        } catch (IOException e) {
            writer.interrupt();
            cut();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(BlockingQueue<Chunk> chunks, Socket to) {
        try {
            while (true) {
                Chunk chunk = chunks.take();
                flow.await(chunk.came());
                if (!chunk.bytes().hasRemaining()) {
                    to.shutdownOutput();
                    return;
                }
                to.getOutputStream().write(chunk.bytes().array());
            }
        } catch (IOException e) {
            cut();
            // The reader may wait for room; it finds the cut at its next read.
            chunks.clear();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// What came at a moment; without bytes it is the end.
    private record Chunk(long came, ByteBuffer bytes) {}
}
