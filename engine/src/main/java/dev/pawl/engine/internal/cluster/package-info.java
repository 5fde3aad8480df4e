/// This node among those that share a store.
///
/// Start at [Membership]: it keeps the node's lease, learns what other nodes have changed, and
/// claims runs that have lost their owner.
///
/// Must stay true: a node whose lease could not be extended in time stops its bodies before another
/// node may start them.
@NullMarked
package dev.pawl.engine.internal.cluster;

import org.jspecify.annotations.NullMarked;
