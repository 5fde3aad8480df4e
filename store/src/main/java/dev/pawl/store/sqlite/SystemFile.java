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

/// A file that is written by calling the functions of Linux: `open` with `O_DSYNC`, and `pwrite`.
///
/// Used by one thread at a time.
@SuppressWarnings("restricted")
final class SystemFile implements AutoCloseable {
    private static final int O_RDWR_DSYNC_CLOEXEC = 0x2 | 0x1000 | 0x80000;
    private static final int CLOSED = -1;
    private static final int EINTR = 4;

    /// The largest piece that is passed to the system at once, and the largest memory that is kept.
    private static final int PIECE_BYTES_MAX = 4 << 20;

    private static final int MEMORY_BYTES_MIN = 64 << 10;
    private static final int MESSAGE_BYTES_MAX = 1_024;

    private final Path path;
    private int descriptor;
    private final MemorySegment error = Arena.ofAuto().allocate(Calls.ERROR);
    private MemorySegment memory = Arena.ofAuto().allocate(MEMORY_BYTES_MIN);

    private SystemFile(Path path, int descriptor) {
        this.path = path;
        this.descriptor = descriptor;
    }

    /// Opens a file that exists; empty if this system has other functions or other names for it.
    static Optional<SystemFile> open(Path path) {
        if (!isSupported()) return Optional.empty();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(path.toAbsolutePath().toString());
            MemorySegment error = arena.allocate(Calls.ERROR);
            int descriptor = (int) Calls.OPEN.invokeExact(error, name, O_RDWR_DSYNC_CLOEXEC);
            if (descriptor < 0) return Optional.empty();
            return Optional.of(new SystemFile(path, descriptor));
        } catch (LinkageError _) {
            // The process may not call native functions.
            return Optional.empty();
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static boolean isSupported() {
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return System.getProperty("os.name").equals("Linux")
                && (arch.equals("amd64") || arch.equals("aarch64"));
    }

    /// Writes the first `length` bytes at a position, and returns when they are on the disk.
    void write(long at, byte[] bytes, int length) throws IOException {
        // Another file may have the same descriptor by now.
        if (descriptor == CLOSED) throw new IOException("%s is closed".formatted(path));
        int from = 0;
        while (from < length) {
            int piece = Math.min(length - from, PIECE_BYTES_MAX);
            if (memory.byteSize() < piece) memory = Arena.ofAuto().allocate(grown(piece));
            MemorySegment.copy(bytes, from, memory, ValueLayout.JAVA_BYTE, 0, piece);
            writeFully(at + from, piece);
            from += piece;
        }
    }

    private static long grown(int bytes) {
        return Math.min(PIECE_BYTES_MAX, (long) Integer.highestOneBit(bytes) << 1);
    }

    private void writeFully(long at, int length) throws IOException {
        long done = 0;
        while (done < length) {
            long written = pwrite(memory.asSlice(done), length - done, at + done);
            if (written >= 0) done += written;
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
