package dev.pawl.store.sqlite;

import dev.pawl.store.format.ByteSink;
import dev.pawl.store.format.ByteSpan;
import java.util.List;

/// The bytes of one group of commits as a segment stores them: space for the frame's header, then
/// each commit after its length.
///
/// The array is reused for the next group, so that it stays in the processor's cache. Used only by
/// the owner of the [Writer].
final class Frame {
    /// A larger array, from one large commit, is dropped when the next group is written.
    private static final int KEPT_BYTES_MAX = 4 << 20;

    private byte[] bytes = new byte[0];
    private int length;

    /// Returns the array, of which only the first [#length()] bytes count.
    byte[] array() {
        return bytes;
    }

    int length() {
        return length;
    }

    /// Replaces the contents with the commits of a group.
    void fill(List<JournalJob> group) {
        length = Segment.FRAME_HEAD_BYTES;
        for (JournalJob job : group) length += Integer.BYTES + job.commit.bytes().length();
        boolean fits = length <= bytes.length && bytes.length <= KEPT_BYTES_MAX;
        if (!fits) bytes = new byte[length];
        int at = Segment.FRAME_HEAD_BYTES;
        for (JournalJob job : group) {
            ByteSpan commit = job.commit.bytes();
            at = ByteSink.putInt(bytes, at, commit.length());
            commit.copyTo(bytes, at);
            at += commit.length();
        }
    }
}
