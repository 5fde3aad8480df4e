/// A supplier of our own: it serves the wire contract of this module's README on loopback, from a
/// stock that is made up by a seed or read from files.
///
/// Start at [dev.pawl.diamonds.simulator.SupplierSimulator]. A
/// [dev.pawl.diamonds.simulator.StockSource] gives the stones, each rendered once as a
/// `StockStone`; a `StockSnapshot` is an immutable, sorted stock that answers queries; `LiveStock`
/// replaces it when stones move. `SupplierApi` implements the contract, `SimulatorFaults` decides
/// which requests fail.
///
/// What must stay true: the simulator shares no code with the client, only the contract; every
/// answer comes from one snapshot; the same seed and the same sequence of requests give the same
/// answers and faults.
@NullMarked
package dev.pawl.diamonds.simulator;

import org.jspecify.annotations.NullMarked;
