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

/// The socket in a home directory: where it is, and how it is made for the owner alone.
///
/// A socket's path may have about a hundred bytes. Where the home's own path is too long, the
/// socket is reached through a link in the temporary directory that lives as long as the call.
final class SocketFile {
    private static final String NAME = "control.sock";
    private static final int PATH_BYTES_MAX = 100;
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final Set<PosixFilePermission> OWNER =
            PosixFilePermissions.fromString("rw-------");

    private SocketFile() {}

    static Path in(Path home) {
        return home.resolve(NAME);
    }

    /// Connects to the socket of a home directory, by a channel that does not block: a plain
    /// connect waits without a bound where the line of those that are to be accepted is full.
    static SocketChannel connect(Path home) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            boolean accepted =
                    reached(home, near -> channel.connect(UnixDomainSocketAddress.of(in(near))));
            if (!accepted) throw new SocketException("not accepted");
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /// Makes the socket, in the place of one that nobody answers on.
    ///
    /// It is made in a directory that only the owner can enter and moved when its mode is right, so
    /// that nobody else can connect at any moment.
    static ServerSocketChannel bind(Path home) throws IOException {
        Path cradle = Files.createTempDirectory(home, ".control", OWNER_DIRECTORY);
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            Path name = cradle.getFileName();
            reached(
                    home,
                    near -> {
                        channel.bind(UnixDomainSocketAddress.of(in(near.resolve(name))));
                        return channel;
                    });
            Files.setPosixFilePermissions(in(cradle), OWNER);
            Files.move(in(cradle), in(home), StandardCopyOption.ATOMIC_MOVE);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            Files.deleteIfExists(in(cradle));
            throw e;
        } finally {
            Files.deleteIfExists(cradle);
        }
    }

    private static <T> T reached(Path home, Use<T> use) throws IOException {
        // The longest name that is used is the one of the cradle's socket.
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

    /// What is done with a home directory by a path that is short enough.
    private interface Use<T> {
        T on(Path near) throws IOException;
    }
}
