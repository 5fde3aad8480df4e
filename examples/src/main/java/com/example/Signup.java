package com.example;

import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Retry;
import dev.pawl.run.RunId;
import dev.pawl.store.Pawl;
import java.nio.file.Path;
import java.time.Duration;

public final class Signup {
    public record Request(String email) {}

    public record Account(int number, String status) {}

    public record Confirmed(String code) {}

    public static final Machine<Request, Account> SIGNUP =
            Machine.named("signup", Request.class, Account.class)
                    .step("create-account", Signup::createAccount)
                    .step("send-email", Signup::sendEmail, s -> s.retry(Retry.exponential(5)))
                    .await(
                            "confirmation",
                            w ->
                                    w.on(Confirmed.class, "activate")
                                            .after(Duration.ofDays(3), "expire"))
                    .step("activate", Signup::activate)
                    .end("active")
                    .step("expire", Signup::expire)
                    .end("expired")
                    .build();

    static Outcome<Account> createAccount(Attempt<Request, Account> attempt) {
        IO.println("creating an account for " + attempt.request().email());
        return attempt.next(new Account(1, "created"))
                .writing(tx -> {
                    tx.update("create table if not exists account (email text)");
                    tx.update("insert into account values (?)", attempt.request().email());
                });
    }

    static Outcome<Account> sendEmail(Attempt<Request, Account> attempt) throws Exception {
        IO.println("sending an email, attempt " + attempt.number());
        Thread.sleep(Integer.getInteger("email.millis", 0));
        IO.println("the email is sent");
        return attempt.next();
    }

    static Outcome<Account> activate(Attempt<Request, Account> attempt) {
        String code = attempt.event(Confirmed.class).orElseThrow().code();
        return attempt.next(new Account(1, "active, confirmed with " + code));
    }

    static Outcome<Account> expire(Attempt<Request, Account> attempt) {
        return attempt.next(new Account(1, "expired"));
    }

    static void main(String... args) throws Exception {
        try (Pawl pawl = Pawl.open(Path.of(".pawl"), SIGNUP)) {
            Engine engine = pawl.engine();
            Request request = new Request("ana@example.com");
            RunId id = engine.start(SIGNUP.start(request).idempotency("signup of ana"));
            engine.send(id, new Confirmed("4711"));
            IO.println(engine.await(SIGNUP, id, Duration.ofMinutes(1)));
        }
    }
}
