package dev.pawl.diamonds.supplier;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The token that all requests of a client share. Thread-safe.
///
/// A login is made by one thread; the others wait for its token.
final class SupplierSession {
    private final SupplierLimits limits;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();

    /// Written under the lock.
    private volatile @Nullable SessionToken current;

    SupplierSession(SupplierLimits limits, InstantSource clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /// Returns a token that has not ended; logs in if there is none.
    SessionToken token(Login login) throws SupplierException, InterruptedException {
        SessionToken token = current;
        if (token != null && clock.instant().isBefore(token.renewAt())) return token;
        return renewed(token, login);
    }

    /// Returns another token than `stale`; logs in unless another thread has done so meanwhile.
    SessionToken renewed(@Nullable SessionToken stale, Login login)
            throws SupplierException, InterruptedException {
        lock.lockInterruptibly();
        try {
            SessionToken token = current;
            if (token != null && token != stale) return token;
            Instant asked = clock.instant();
            SessionToken fresh = new SessionToken(login.token(), renewal(asked));
            current = fresh;
            return fresh;
        } finally {
            lock.unlock();
        }
    }

    private Instant renewal(Instant asked) {
        var usable = limits.tokenLifetime().minus(SupplierLimits.RENEWAL);
        // A lifetime shorter than that is renewed at its half, not before every request.
        return asked.plus(usable.isPositive() ? usable : limits.tokenLifetime().dividedBy(2));
    }

    /// Returns a text in which the current token does not occur.
    String withoutToken(String text) {
        SessionToken token = current;
        return token == null ? text : text.replace(token.value(), "…");
    }

    /// A token, and when to get another one. Two are the same only if they are one object.
    static final class SessionToken {
        private final String value;
        private final Instant renewAt;

        SessionToken(String value, Instant renewAt) {
            this.value = value;
            this.renewAt = renewAt;
        }

        String value() {
            return value;
        }

        Instant renewAt() {
            return renewAt;
        }
    }

    /// Gets a token from the supplier.
    interface Login {
        String token() throws SupplierException, InterruptedException;
    }
}
