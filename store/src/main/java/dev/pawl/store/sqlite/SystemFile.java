package dev.pawl.store.sqlite;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// A file that is written by calling the functions of Linux: `open` with `O_DSYNC`, and `pwrite`.
///
/// Without the system's cache (`O_DIRECT`) a synchronous write is shorter. Then positions, lengths
/// and memory must be aligned to blocks.
///
/// Used by one thread at a time.
@SuppressWarnings("restricted")
final class SystemFile implements AutoCloseable {
    private static final int O_RDWR_DSYNC_CLOEXEC = 0x2 | 0x1000 | 0x80000;
    private static final int O_DIRECT_AMD64 = 0x4000;
    private static final int O_DIRECT_AARCH64 = 0x10000;
    private static final int CLOSED = -1;
    private static final int EINTR = 4;
    private static final int EINVAL = 22;
    private static final int MESSAGE_BYTES_MAX = 1_024;

    private final Path path;
    private int descriptor;
    private final MemorySegment error = Arena.ofAuto().allocate(Calls.ERROR);

    private SystemFile(Path path, int descriptor) {
        this.path = path;
        this.descriptor = descriptor;
    }

    /// Opens a file that exists, with the system's cache or without; empty if this system has other
    /// functions or other names for it, or has no such files.
    static Optional<SystemFile> open(Path path, boolean cached) {
        OptionalInt direct = directFlag();
        if (direct.isEmpty()) return Optional.empty();
        int flags = O_RDWR_DSYNC_CLOEXEC | (cached ? 0 : direct.getAsInt());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(path.toAbsolutePath().toString());
            MemorySegment error = arena.allocate(Calls.ERROR);
            int descriptor = (int) Calls.OPEN.invokeExact(error, name, flags);
            if (descriptor < 0) return Optional.empty();
            return Optional.of(new SystemFile(path, descriptor));
        } catch (LinkageError _) {
            // The process may not call native functions.
            return Optional.empty();
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /// Returns `O_DIRECT`, the one flag whose number depends on the processor; empty if this is not
    /// a system whose functions are known.
    private static OptionalInt directFlag() {
        if (!System.getProperty("os.name").equals("Linux")) return OptionalInt.empty();
        return switch (System.getProperty("os.arch").toLowerCase(Locale.ROOT)) {
            case "amd64" -> OptionalInt.of(O_DIRECT_AMD64);
            case "aarch64" -> OptionalInt.of(O_DIRECT_AARCH64);
            default -> OptionalInt.empty();
        };
    }

    /// Writes the first `length` bytes of a memory at a position, and returns when they are on the
    /// disk. Throws [InvalidArgument] if the file system has other blocks.
    void write(long at, MemorySegment from, int length) throws IOException {
        // Another file may have the same descriptor by now.
        if (descriptor == CLOSED) throw new IOException("%s is closed".formatted(path));
        long done = 0;
        while (done < length) {
            long written = pwrite(from.asSlice(done), length - done, at + done);
            if (written >= 0) done += written;
            else if (errno() == EINVAL) throw new InvalidArgument(message());
            else if (errno() != EINTR) throw new IOException(message());
        }
    }

    private long pwrite(MemorySegment from, long length, long at) {
        try {
            return (long) Calls.PWRITE.invokeExact(error, descriptor, from, length, at);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private int errno() {
        return (int) Calls.ERRNO.get(error, 0L);
    }

    private String message() {
        try {
            MemorySegment text = (MemorySegment) Calls.STRERROR.invokeExact(errno());
            return "%s (%s)".formatted(text.reinterpret(MESSAGE_BYTES_MAX).getString(0), path);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    @Override
    public void close() throws IOException {
        int open = descriptor;
        if (open == CLOSED) return;
        descriptor = CLOSED;
        try {
            int closed = (int) Calls.CLOSE.invokeExact(error, open);
            if (closed < 0 && errno() != EINTR) throw new IOException(message());
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static RuntimeException unexpected(Throwable e) {
        if (e instanceof Error error) throw error;
        if (e instanceof RuntimeException exception) throw exception;
        throw new IllegalStateException(e);
    }

    /// What the system says to a position, a length or a memory that it does not accept.
    static final class InvalidArgument extends IOException {
        private static final long serialVersionUID = 1;

        InvalidArgument(String message) {
            super(message);
        }
    }

    /// The functions of the system, which are looked up when the first file is opened.
    private static final class Calls {
        static final StructLayout ERROR = Linker.Option.captureStateLayout();
        static final VarHandle ERRNO =
                ERROR.varHandle(MemoryLayout.PathElement.groupElement("errno"));

        private static final Linker LINKER = Linker.nativeLinker();
        private static final Linker.Option CAPTURING = Linker.Option.captureCallState("errno");

        static final MethodHandle OPEN =
                LINKER.downcallHandle(
                        symbol("open"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
                        CAPTURING,
                        Linker.Option.firstVariadicArg(2));
        static final MethodHandle PWRITE =
                handle(
                        "pwrite",
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_LONG,
                                ValueLayout.JAVA_INT,
                                ValueLayout.ADDRESS,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.JAVA_LONG));
        static final MethodHandle CLOSE =
                handle("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        static final MethodHandle STRERROR =
                LINKER.downcallHandle(
                        symbol("strerror"),
                        FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));

        private Calls() {}

        private static MethodHandle handle(String name, FunctionDescriptor function) {
            return LINKER.downcallHandle(symbol(name), function, CAPTURING);
        }

        /// Returns a function as the process would link it, so that a library that replaces it, as
        /// tools which inject faults do, replaces it here too.
        private static MemorySegment symbol(String name) {
            MethodHandle dlsym =
                    LINKER.downcallHandle(
                            LINKER.defaultLookup().findOrThrow("dlsym"),
                            FunctionDescriptor.of(
                                    ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment wanted = arena.allocateFrom(name);
                MemorySegment found = (MemorySegment) dlsym.invokeExact(MemorySegment.NULL, wanted);
                if (found.equals(MemorySegment.NULL)) throw new UnsatisfiedLinkError(name);
                return found;
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }
    }
}
