package dev.pawl.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A proxy in front of a port on loopback that disturbs connections on demand.
///
/// It forwards by default. Nothing depends on chance or time: each fault starts and ends with a
/// call. Thread-safe.
public final class FaultProxy implements AutoCloseable {
    private final int target;
    private final int port;
    private final Flow flow = new Flow();
    private final Set<Link> links = ConcurrentHashMap.newKeySet();

    /// Guarded by this; null while connections are refused.
    private @Nullable ServerSocket door;

    private @Nullable Thread doorkeeper;

    private FaultProxy(int target) throws IOException {
        this.target = target;
        this.port = Ports.free();
        accept();
    }

    /// Starts a proxy in front of the port `target`, where no server needs to listen yet.
    public static FaultProxy start(int target) throws IOException {
        return new FaultProxy(target);
    }

    public int port() {
        return port;
    }

    /// Returns an address of `target`, changed so that it leads through this proxy.
    public String through(String url) {
        String place = "127.0.0.1:" + target;
        if (!url.contains(place)) {
            throw new IllegalArgumentException(
                    "expected an address with %s, found %s".formatted(place, url));
        }
        return url.replace(place, "127.0.0.1:" + port);
    }

    /// Resets all connections now. New ones are accepted as before.
    public void cut() {
        links.forEach(Link::cut);
    }

    /// Refuses new connections until [#accept]; existing ones continue.
    public void refuse() throws IOException {
        Thread stopped;
        synchronized (this) {
            if (door == null) return;
            door.close();
            door = null;
            stopped = doorkeeper;
        }
        // The system keeps the port open until the thread that accepts connections has ended.
        if (stopped != null) joinUninterruptibly(stopped);
    }

    private static void joinUninterruptibly(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    /// Accepts connections again.
    public synchronized void accept() throws IOException {
        if (door != null) return;
        ServerSocket opened = new ServerSocket();
        opened.setReuseAddress(true);
        opened.bind(new InetSocketAddress(Ports.loopback(), port));
        door = opened;
        doorkeeper = Thread.startVirtualThread(() -> welcome(opened));
    }

    /// Delivers every byte this much later than it arrived, in both directions, including bytes in
    /// transit. [Duration#ZERO] ends the delay.
    public void delay(Duration delay) {
        flow.delay(delay);
    }

    /// Delivers nothing until [#forward]; connections stay open, new ones are accepted, and neither
    /// side is notified. Bytes are buffered as long as there is space, and then no more are read.
    public void hold() {
        flow.hold(true);
    }

    /// Resumes after [#hold], starting with the buffered bytes.
    public void forward() {
        flow.hold(false);
    }

    /// Returns how many connections lead through here.
    public int connections() {
        return links.size();
    }

    /// Resets all connections and stops.
    @Override
    public void close() throws IOException {
        refuse();
        cut();
        delay(Duration.ZERO);
        forward();
    }

    private void welcome(ServerSocket opened) {
        while (true) {
            Socket client;
            try {
                client = opened.accept();
            } catch (IOException e) {
                // Closed: connections are refused now.
                return;
            }
            join(client, opened);
        }
    }

    private void join(Socket client, ServerSocket opened) {
        Link link = new Link(client, flow, links::remove);
        links.add(link);
        Thread.startVirtualThread(() -> link.run(target));
        // A caller that first refuses and then cuts connections must not find this one open.
        if (opened.isClosed()) link.cut();
    }
}
