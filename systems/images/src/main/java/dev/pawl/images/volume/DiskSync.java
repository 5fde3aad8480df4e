package dev.pawl.images.volume;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/// Makes files durable across a power failure: one by one, or a whole tree.
public final class DiskSync {
    private static final Optional<SyncFs> SYNC_FS = SyncFs.find();

    private DiskSync() {}

    /// Returns when a file, or the names in a directory, are on disk.
    public static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /// Returns when everything below a directory is on disk. Where possible it syncs the whole file
    /// system at once, which is much faster than file by file.
    public static void forceTree(Path root) throws IOException {
        if (SYNC_FS.isPresent()) {
            SYNC_FS.get().call(root);
            return;
        }
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        if (attributes.isRegularFile()) force(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path directory, IOException error)
                            throws IOException {
                        if (error != null) throw error;
                        force(directory);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    /// The Linux call `syncfs`, which Java lacks.
    private record SyncFs(MethodHandle open, MethodHandle syncfs, MethodHandle close) {
        private static final int READ_ONLY = 0;

        @SuppressWarnings("restricted")
        static Optional<SyncFs> find() {
            Linker linker = Linker.nativeLinker();
            SymbolLookup library = linker.defaultLookup();
            if (library.find("syncfs").isEmpty()) return Optional.empty();
            FunctionDescriptor opening =
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
            FunctionDescriptor ofNumber =
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
            return Optional.of(
                    new SyncFs(
                            linker.downcallHandle(
                                    library.findOrThrow("open"),
                                    opening,
                                    Linker.Option.firstVariadicArg(2)),
                            linker.downcallHandle(library.findOrThrow("syncfs"), ofNumber),
                            linker.downcallHandle(library.findOrThrow("close"), ofNumber)));
        }

        void call(Path directory) throws IOException {
            int answer;
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment name = arena.allocateFrom(directory.toString());
                int file = (int) open.invokeExact(name, READ_ONLY);
                if (file < 0)
                    throw new IOException("cannot open %s to sync it".formatted(directory));
                answer = (int) syncfs.invokeExact(file);
                int closed = (int) close.invokeExact(file);
                if (closed != 0) throw new IOException("cannot close " + directory);
            } catch (IOException | RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
            if (answer != 0) throw new IOException("cannot sync " + directory);
        }
    }
}
