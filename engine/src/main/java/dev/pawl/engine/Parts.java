package dev.pawl.engine;

/// The parts of an open engine that its runs are moved with.
record Parts(
        Kernel kernel,
        Registry registry,
        Cells cells,
        Timers timers,
        Queues queues,
        Pools pools,
        Awaiting awaiting) {

    Permits permits() {
        return pools.permits();
    }
}
