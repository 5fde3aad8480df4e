package dev.pawl.images.archive;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Linux system calls that Java lacks: owner, time and extended attributes of any node, including
/// links.
///
/// Each call returns 0 or the error number of the system. Not thread-safe.
final class SystemCalls implements AutoCloseable {
    private static final int AT_FDCWD = -100;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERROR =
            STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    // Linked once, because linking takes longer than unpacking a small image.
    private static final Optional<Functions> FUNCTIONS = link();

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment state = arena.allocate(STATE);
    private final MemorySegment times = arena.allocate(JAVA_LONG, 4);
    private final Functions functions;

    private SystemCalls(Functions functions) {
        this.functions = functions;
    }

    /// Opens the calls; empty if the system is not Linux or native access is denied.
    static Optional<SystemCalls> open() {
        return FUNCTIONS.map(SystemCalls::new);
    }

    private static Optional<Functions> link() {
        boolean isKnown =
                System.getProperty("os.name").equals("Linux")
                        && System.getProperty("sun.arch.data.model", "64").equals("64");
        if (!isKnown) return Optional.empty();
        try {
            Linker linker = Linker.nativeLinker();
            return Optional.of(
                    new Functions(
                            handle(linker, "lchown", ADDRESS, JAVA_INT, JAVA_INT),
                            handle(linker, "chmod", ADDRESS, JAVA_INT),
                            handle(linker, "utimensat", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT),
                            handle(
                                    linker,
                                    "lsetxattr",
                                    ADDRESS,
                                    ADDRESS,
                                    ADDRESS,
                                    JAVA_LONG,
                                    JAVA_INT)));
        } catch (IllegalCallerException | UnsupportedOperationException _) {
            return Optional.empty();
        }
    }

    int changeOwner(MemorySegment path, int uid, int gid) {
        try {
            return result((int) functions.changeOwner().invokeExact(state, path, uid, gid));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /// Follows links, so it must not be called for a link.
    int changeMode(MemorySegment path, int mode) {
        try {
            return result((int) functions.changeMode().invokeExact(state, path, mode));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /// Sets the time of the last access and change to the same time.
    int changeTime(MemorySegment path, long seconds, int nanos) {
        for (int i = 0; i < 4; i += 2) {
            times.setAtIndex(JAVA_LONG, i, seconds);
            times.setAtIndex(JAVA_LONG, i + 1, nanos);
        }
        try {
            return result(
                    (int)
                            functions
                                    .changeTimes()
                                    .invokeExact(
                                            state, AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    int setAttribute(MemorySegment path, String name, byte[] value) {
        try (Arena local = Arena.ofConfined()) {
            MemorySegment bytes = local.allocate(Math.max(1, value.length));
            MemorySegment.copy(value, 0, bytes, JAVA_BYTE, 0, value.length);
            MemorySegment key = local.allocateFrom(name, StandardCharsets.UTF_8);
            return result(
                    (int)
                            functions
                                    .setAttribute()
                                    .invokeExact(state, path, key, bytes, (long) value.length, 0));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    @Override
    public void close() {
        arena.close();
    }

    private int result(int returned) {
        return returned == 0 ? 0 : (int) ERROR.get(state, 0L);
    }

    // Finding and linking native functions is restricted; only the functions above are linked.
    @SuppressWarnings("restricted")
    private static MethodHandle handle(Linker linker, String name, MemoryLayout... arguments) {
        MemorySegment function =
                linker.defaultLookup()
                        .find(name)
                        .orElseThrow(() ->
                                new UnsupportedOperationException(
                                        "the system has no function " + name));
        return linker.downcallHandle(
                function,
                FunctionDescriptor.of(JAVA_INT, arguments),
                Linker.Option.captureCallState("errno"));
    }

    private static IllegalStateException unexpected(Throwable thrown) {
        return new IllegalStateException("a system call could not be made", thrown);
    }

    private record Functions(
            MethodHandle changeOwner,
            MethodHandle changeMode,
            MethodHandle changeTimes,
            MethodHandle setAttribute) {}
}
