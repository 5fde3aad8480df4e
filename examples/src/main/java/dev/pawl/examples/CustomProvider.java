package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.machine.OwnTables;
import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.OrchestrationView;
import dev.pawl.orchestrator.Orchestrator;
import dev.pawl.orchestrator.Order;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import dev.pawl.orchestrator.provider.Batch;
import dev.pawl.orchestrator.provider.MappedItem;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.RecordChunk;
import dev.pawl.orchestrator.provider.Sink;
import dev.pawl.orchestrator.provider.SourceReader;
import dev.pawl.orchestrator.provider.WriteResult;
import dev.pawl.store.SqliteStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A custom provider: a source, a mapping and a sink; the orchestrator does the rest.
final class CustomProvider {
    static final OwnTables TABLES =
            new OwnTables(
                    "planets",
                    List.of(List.of("create table planets (place bigint primary key, name text)")));

    static final Provider<String, Planet> PLANETS =
            new Provider<>(
                    ProviderConfig.of("planets", "custom").retries(3, Duration.ofSeconds(5)),
                    Lines::new,
                    CustomProvider::planet,
                    new Planets());

    private static final Pattern LINE = Pattern.compile("(\\d{1,9}) (.+)");

    record Planet(int place, String name) {}

    /// The source: lines of text, starting at the number in the cursor.
    static final class Lines implements SourceReader<String> {
        private static final List<String> ALL =
                List.of(
                        "1 Mercury",
                        "2 Venus",
                        "3 Earth",
                        "4 Mars",
                        "5 Jupiter",
                        "6 Saturn",
                        "7 Uranus",
                        "8 Neptune");
        private int at;

        Lines(ReadOptions opening) {
            at = opening.fresh() ? 0 : Integer.parseInt(opening.cursor());
        }

        @Override
        public @Nullable RecordChunk<String> next(int atMost) {
            if (at == ALL.size()) return null;
            List<String> some = ALL.subList(at, Math.min(at + atMost, ALL.size()));
            at += some.size();
            return new RecordChunk<>(some, String.valueOf(at));
        }

        @Override
        public void close() {}
    }

    /// The mapping: a pure function that rejects bad lines with a reason.
    static MappedItem<Planet> planet(String line) throws PoisonItem {
        Matcher words = LINE.matcher(line);
        if (!words.matches()) {
            throw new PoisonItem("", "expected 'PLACE NAME', found '%s'".formatted(line), line);
        }
        String name = words.group(2);
        return new MappedItem<>(
                "demo::sky::planet::" + name, new Planet(Integer.parseInt(words.group(1)), name));
    }

    /// The sink: writes rows in the transaction that moves the cursor.
    static final class Planets implements Sink<Planet> {
        @Override
        public WriteResult write(Transaction tx, Batch<Planet> batch) {
            List<String> created = new ArrayList<>();
            for (MappedItem<Planet> each : batch.entries()) {
                int rows =
                        tx.update(
                                "insert into planets values (?, ?) on conflict do nothing",
                                each.value().place(),
                                each.value().name());
                if (rows > 0) created.add(each.urn());
            }
            return new WriteResult(
                    created, List.of(), List.of(), batch.entries().size() - created.size());
        }
    }

    static void main(String... args) throws Exception {
        Orchestrator orchestrator = Orchestrator.of(List.of(PLANETS), options -> {});
        try (Engine engine =
                Engine.open(
                        SqliteStore.open(Scratch.home(args)),
                        options -> {
                            orchestrator.register(options);
                            options.tables(TABLES);
                        })) {
            orchestrator.start(engine);
            var order = orchestrator.order(Order.start("planets").by("me"));
            Scratch.end(engine, engine.start(order));
            var _ = orchestrator.await(engine, Scratch.SOON);
            OrchestrationView view = orchestrator.view(engine);
            view.providers()
                    .forEach(each ->
                            IO.println(
                                    "%s: %s, %s, %d created"
                                            .formatted(
                                                    each.row().id(),
                                                    each.state(),
                                                    each.row().cause(),
                                                    each.row().counts().changes().created())));
            IO.println(engine.query("select name from planets order by place", row -> row.text(1)));
            IO.println(
                    view.events(0, 100).stream()
                            .map(ProviderEvent::type)
                            .map(Enum::name)
                            .collect(Collectors.joining(", ")));
        }
    }
}
