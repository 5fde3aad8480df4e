package com.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SqliteStores;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SignupTest {
    private static final Signup.Request ANA = new Signup.Request("ana@example.com");
    private static final SqliteStores STORES = SqliteStores.of(SqliteStore::open);

    @Test
    void createsOneAccountWhereverTheProcessCrashes() {
        CrashMatrix.of(Signup.SIGNUP, ANA)
                .on(STORES)
                .querying("select count(*) from account", row -> row.number(1))
                .check();
    }

    @Test
    void expiresAfterThreeDays() throws Exception {
        try (SimEngine sim = SimEngine.of(STORES, options -> options.machines(Signup.SIGNUP))) {
            RunId id = sim.call(engine -> engine.start(Signup.SIGNUP.start(ANA)));

            sim.pass(Duration.ofDays(4));

            assertThat(sim.engine().run(id).state()).isEqualTo("expired");
        }
    }
}
