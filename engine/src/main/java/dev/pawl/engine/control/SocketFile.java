package dev.pawl.engine.control;

import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Creates and connects to the socket in a home directory, which only its owner can use.
///
/// The path of a socket is limited to about a hundred bytes. If the path of the home directory is
/// too long, the socket is reached through a temporary link.
final class SocketFile {
    private static final String NAME = "control.sock";
    private static final int PATH_BYTES_MAX = 100;

    /// More connections than the server serves: one too many is accepted and refused with a reason.
    private static final int BACKLOG = 4 * ControlServer.CONNECTIONS_MAX;

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final Set<PosixFilePermission> OWNER =
            PosixFilePermissions.fromString("rw-------");

    private SocketFile() {}

    static Path in(Path home) {
        return home.resolve(NAME);
    }

    /// Connects to the socket of a home directory with a non-blocking channel. A blocking connect
    /// would wait forever while the server's backlog is full.
    static SocketChannel connect(Path home) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            boolean accepted =
                    withShortPath(
                            home,
                            shortPath ->
                                    channel.connect(UnixDomainSocketAddress.of(in(shortPath))));
            if (!accepted) throw new SocketException("not accepted");
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /// Creates the socket, and replaces one on which no process answers.
    ///
    /// The socket is created in a directory that only the owner can enter, and moved when its mode
    /// is set, so that no other user can connect at any moment.
    static ServerSocketChannel bind(Path home) throws IOException {
        Path staging = Files.createTempDirectory(home, ".control", OWNER_DIRECTORY);
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            Path name = staging.getFileName();
            withShortPath(
                    home,
                    shortPath -> {
                        Path socket = in(shortPath.resolve(name));
                        channel.bind(UnixDomainSocketAddress.of(socket), BACKLOG);
                        return channel;
                    });
            Files.setPosixFilePermissions(in(staging), OWNER);
            Files.move(in(staging), in(home), StandardCopyOption.ATOMIC_MOVE);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            Files.deleteIfExists(in(staging));
            throw e;
        } finally {
            Files.deleteIfExists(staging);
        }
    }

    private static <T> T withShortPath(Path home, Use<T> use) throws IOException {
        // The longest path is that of the socket in the staging directory.
        int length =
                (home + "/.control0123456789012345678/" + NAME)
                        .getBytes(StandardCharsets.UTF_8)
                        .length;
        if (length <= PATH_BYTES_MAX) return use.on(home);
        Path directory = Files.createTempDirectory("pawl", OWNER_DIRECTORY);
        Path link = directory.resolve("h");
        try {
            return use.on(Files.createSymbolicLink(link, home.toAbsolutePath()));
        } finally {
            Files.deleteIfExists(link);
            Files.deleteIfExists(directory);
        }
    }

    /// Uses a home directory through a path that is short enough.
    private interface Use<T> {
        T on(Path shortPath) throws IOException;
    }
}
