package dev.pawl.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Stands in front of a port of loopback and spoils connections on demand.
///
/// Forwards until told otherwise. Nothing is left to chance or to time: each fault begins and ends
/// with a call. For use by any thread.
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

    /// Starts a proxy in front of the port `target`; nobody needs to listen there yet.
    public static FaultProxy start(int target) throws IOException {
        return new FaultProxy(target);
    }

    public int port() {
        return port;
    }

    /// Returns an address that leads to `target` so that it leads here.
    public String through(String url) {
        String place = "127.0.0.1:" + target;
        if (!url.contains(place)) {
            throw new IllegalArgumentException(
                    "expected an address with %s, found %s".formatted(place, url));
        }
        return url.replace(place, "127.0.0.1:" + port);
    }

    /// Cuts all connections now: both sides find theirs reset. New ones are made as before.
    public void cut() {
        links.forEach(Link::cut);
    }

    /// Refuses new connections until [#accept]; those that exist go on.
    public void refuse() throws IOException {
        Thread stopped;
        synchronized (this) {
            if (door == null) return;
            door.close();
            door = null;
            stopped = doorkeeper;
        }
        // The system keeps the door open until the thread that waits there has left it.
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

    /// Delivers every byte this much later than it came, in both directions; also those that are on
    /// their way. [Duration#ZERO] ends it.
    public void delay(Duration delay) {
        flow.delay(delay);
    }

    /// Delivers nothing until [#forward]; connections stay and are accepted, and nobody is told.
    /// What comes meanwhile is kept as far as there is room, and then no more is taken.
    public void hold() {
        flow.hold(true);
    }

    /// Goes on after [#hold] with what was kept.
    public void forward() {
        flow.hold(false);
    }

    /// Returns how many connections lead through here.
    public int connections() {
        return links.size();
    }

    /// Cuts everything and stops.
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
        // Whoever refused and then cut must not find this one alive.
        if (opened.isClosed()) link.cut();
    }
}
