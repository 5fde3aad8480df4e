/// What an application writes: machines, their states and policies, and the bodies of their steps.
///
/// Start at [Machine]. Its [MachineBuilder] lists the states; a step's [Body] receives an [Attempt]
/// and returns an [Outcome]. Policies are values: [Retry], [Recovery], [Uniqueness], [Join],
/// [ChildPolicy]. [Definition] is a machine without its code, which the engine stores, prints,
/// compares and decides by; its [Presentation] is for diagrams alone. [Start] is a request to start
/// a run; [Transaction], [Writing] and [OwnTables] are for the application's own SQL; [Codec]
/// encodes values, by default as JSON.
///
/// Must stay true: a definition is an immutable value, complete and checked when it is built, and
/// holds no data of a single run.
@NullMarked
package dev.pawl.machine;

import org.jspecify.annotations.NullMarked;
