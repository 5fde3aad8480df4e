package dev.pawl.images.archive;

import dev.pawl.images.archive.tar.TarReader.Blocks;
import java.io.IOException;

/// Creates the nodes of a tree: on disk, or nowhere.
///
/// A directory is created before its children, and is empty when it is removed.
interface NodeSink {
    /// Creates nothing, for surveys.
    NodeSink NOWHERE =
            new NodeSink() {
                @Override
                public void directory(TreeNode node) {}

                @Override
                public Blocks file(TreeNode node) {
                    return Blocks.NONE;
                }

                @Override
                public void close(TreeNode node) {}

                @Override
                public void link(TreeNode node) {}

                @Override
                public void hardLink(TreeNode node, TreeNode existing) {}

                @Override
                public void remove(TreeNode node) {}
            };

    void directory(TreeNode node) throws IOException;

    /// Creates a file and returns the receiver of its content.
    Blocks file(TreeNode node) throws IOException;

    /// Completes the file that was created last.
    void close(TreeNode node) throws IOException;

    void link(TreeNode node) throws IOException;

    void hardLink(TreeNode node, TreeNode existing) throws IOException;

    void remove(TreeNode node) throws IOException;
}
