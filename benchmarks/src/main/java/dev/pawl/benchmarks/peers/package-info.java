/// Other engines that do the work that Pawl is measured with, on the same PostgreSQL or, without a
/// server, in a directory ([PekkoLevelDb]).
///
/// Start at [Peer]: a run of five steps, each durable before the next one starts. There is one
/// class for each engine, configured as its documentation recommends for throughput; [Peers] lists
/// them.
///
/// Must stay true: a peer records the value of [JobState] after each step, by its own means; a run
/// returns only when its last step is durable; and the peer can prove that from what it recorded.
@NullMarked
package dev.pawl.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
