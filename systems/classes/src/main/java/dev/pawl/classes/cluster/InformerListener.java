package dev.pawl.classes.cluster;

/// What informers report to, after their copy has changed. Calls for one source come in order; it
/// must not block.
public interface InformerListener {

    /// Receives a change of an object.
    void changed(ObjectChange change);

    /// Receives that a source cannot be listed or watched. Its copy remains as it was last seen.
    void lost(InformerSource source, ClusterException reason);

    /// Receives that a source was listed, for the first time or after it was lost.
    void synced(InformerSource source);

    /// Receives how many objects an audit found that the watch had missed.
    void audited(InformerSource source, int missed);
}
