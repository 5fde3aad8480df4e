package dev.pawl.diamonds.supplier;

import dev.pawl.limiter.budget.Throttling;

/// What each request passes before it is sent, a login too, such as a shared request budget.
public interface SupplierGate {
    /// Lets every request pass.
    SupplierGate OPEN = _ -> Passage.FREE;

    /// Waits until a request may be sent.
    ///
    /// @param operation the operation of the contract, for people
    /// @throws SupplierException if it may not be sent now; see [SupplierException#throttled]
    Passage enter(String operation) throws SupplierException, InterruptedException;

    /// The permission for one request; closed when the request is over.
    interface Passage extends AutoCloseable {
        /// Ignores what is reported.
        Passage FREE =
                new Passage() {
                    @Override
                    public void succeeded() {}

                    @Override
                    public void throttled(Throttling throttling) {}

                    @Override
                    public void close() {}
                };

        /// Reports that the supplier answered.
        void succeeded();

        /// Reports that the supplier asked for fewer requests.
        void throttled(Throttling throttling);

        @Override
        void close();
    }
}
