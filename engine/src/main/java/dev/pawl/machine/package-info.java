/// What a user writes: machines, their states and policies, and the bodies of their steps.
///
/// Start at [Machine]: its builder lists [State]s; a step's [Body] gets an [Attempt] and answers
/// with an [Outcome]. [Definition] is the machine without its code: what is stored, printed,
/// compared and decided on.
///
/// Must stay true: a definition is an immutable value, complete and checked when built; nothing of
/// a single run is ever kept in it.
@NullMarked
package dev.pawl.machine;

import org.jspecify.annotations.NullMarked;
