package dev.pawl.images.archive;

import dev.pawl.images.archive.TarReader.Blocks;
import java.io.IOException;

/// Where the nodes of a tree are made: on a disk, or nowhere.
///
/// Every directory is made before what is in it, and is empty when it is removed.
interface Sink {
    /// Makes nothing, for surveys.
    Sink NOWHERE =
            new Sink() {
                @Override
                public void directory(Node node) {}

                @Override
                public Blocks file(Node node) {
                    return Blocks.NONE;
                }

                @Override
                public void close(Node node) {}

                @Override
                public void link(Node node) {}

                @Override
                public void hardLink(Node node, Node existing) {}

                @Override
                public void remove(Node node) {}
            };

    void directory(Node node) throws IOException;

    /// Makes a file and returns what takes its content.
    Blocks file(Node node) throws IOException;

    /// Ends the file that was made last, after all of its content.
    void close(Node node) throws IOException;

    void link(Node node) throws IOException;

    void hardLink(Node node, Node existing) throws IOException;

    void remove(Node node) throws IOException;
}
