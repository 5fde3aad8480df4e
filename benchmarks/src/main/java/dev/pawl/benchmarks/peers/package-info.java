/// Other engines that do the job which Pawl is measured with, on the same PostgreSQL or, without a
/// server, in a directory ([PekkoLevelDb]).
///
/// Start at [Peer]: a run of five steps, each recorded durably before the next begins. There is one
/// class for each engine, set up as its documentation recommends for throughput; [Peers] names
/// them.
///
/// Must stay true: a peer records what [JobState] says after each step, by its own means; it gives
/// a run back only when the last step is durable; and it can tell from what it recorded that it
/// did.
@NullMarked
package dev.pawl.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
