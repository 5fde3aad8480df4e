package dev.pawl.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;

/// One connection through a proxy: the client's and, behind it, the server's.
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

    /// Forwards bytes in both directions until both sides have ended, or one is closed.
    void run(int target) {
        try {
            server.connect(new InetSocketAddress(Ports.loopback(), target));
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Thread back = Thread.startVirtualThread(() -> carry(server, client));
            carry(client, server);
            back.join();
            // The last bytes may still be in transit, and a reset would lose them.
            client.close();
            server.close();
        } catch (IOException e) {
            // The server refuses the connection, so the client's is reset.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            cut();
        }
    }

    /// Resets both connections.
    void cut() {
        for (Socket socket : new Socket[] {client, server}) {
            try {
                if (!socket.isClosed() && socket.isConnected()) socket.setSoLinger(true, 0);
                socket.close();
            } catch (IOException e) {
                // The other side closed it at the same time.
            }
        }
        ended.accept(this);
    }

    /// One thread reads and another writes, so that a delay makes bytes late without reducing
    /// throughput.
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
            // The reader may wait for space; its next read finds the connection reset.
            chunks.clear();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Bytes with the time of their arrival; no bytes mean the end.
    private record Chunk(long came, ByteBuffer bytes) {}
}
