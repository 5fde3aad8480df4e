package dev.pawl.benchmarks.diamonds;

import com.zaxxer.hikari.HikariDataSource;
import dev.pawl.diamonds.heatmap.BoundGranularity;
import dev.pawl.diamonds.heatmap.Heatmap;
import dev.pawl.diamonds.heatmap.HeatmapOptions;
import dev.pawl.diamonds.heatmap.HeatmapPartition;
import dev.pawl.diamonds.heatmap.PriceRange;
import dev.pawl.diamonds.supplier.StoneFilter;
import dev.pawl.diamonds.supplier.SupplierAccess;
import dev.pawl.diamonds.supplier.SupplierClient;
import dev.pawl.diamonds.supplier.SupplierGate;
import dev.pawl.diamonds.supplier.SupplierItem;
import dev.pawl.machine.Transaction.Flavour;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.Job;
import org.springframework.batch.core.JobExecution;
import org.springframework.batch.core.JobParameters;
import org.springframework.batch.core.Step;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.launch.support.TaskExecutorJobLauncher;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.repository.support.JobRepositoryFactoryBean;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.item.Chunk;
import org.springframework.batch.item.ExecutionContext;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.support.JdbcTransactionManager;

/// The same load as a job of Spring Batch on PostgreSQL, which can be restarted like ours: thirty
/// partitions that read a page per chunk, then partitions that consolidate 2,000 stones per chunk.
final class SpringBatchLoad implements AutoCloseable {
    private static final int PAGE = 30;
    private static final int PARTITIONS = 30;
    private static final int BATCH = 2_000;
    private static final int CONSOLIDATORS = 3;

    private final HikariDataSource pool;
    private final JdbcTemplate tables;
    private final JdbcTransactionManager transactions;
    private final JobRepository repository;
    private final SupplierClient client;
    private final BareRow.Terms terms = BareRow.Terms.at(Instant.now());

    private SpringBatchLoad(HikariDataSource pool, JobRepository repository, String supplier) {
        this.pool = pool;
        this.repository = repository;
        tables = new JdbcTemplate(pool);
        transactions = new JdbcTransactionManager(pool);
        client = SupplierClient.open(SupplierAccess.of(supplier, "bench", "bench"));
    }

    static SpringBatchLoad open(String url, String supplier) throws Exception {
        HikariDataSource pool = new HikariDataSource();
        // As the driver's documentation recommends for many inserts.
        pool.setJdbcUrl(url + "&reWriteBatchedInserts=true");
        pool.setMaximumPoolSize(PARTITIONS + 4);
        create(pool);
        JobRepositoryFactoryBean factory = new JobRepositoryFactoryBean();
        factory.setDataSource(pool);
        factory.setTransactionManager(new JdbcTransactionManager(pool));
        factory.afterPropertiesSet();
        return new SpringBatchLoad(pool, factory.getObject(), supplier);
    }

    private static void create(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            BareTables.create(connection, Flavour.SQLITE);
            var own = new ClassPathResource("org/springframework/batch/core/schema-postgresql.sql");
            new ResourceDatabasePopulator(own).populate(connection);
        }
    }

    /// Executes the job and returns how many stones there are.
    long load() throws Exception {
        Job job =
                new JobBuilder("diamonds", repository)
                        .start(partitioned("pages", PARTITIONS, _ -> ranges(), reading()))
                        .next(
                                partitioned(
                                        "consolidation",
                                        CONSOLIDATORS,
                                        _ -> numbers(),
                                        consolidating()))
                        .build();
        TaskExecutorJobLauncher launcher = new TaskExecutorJobLauncher();
        launcher.setJobRepository(repository);
        launcher.afterPropertiesSet();
        JobExecution execution = launcher.run(job, new JobParameters());
        if (execution.getStatus() != BatchStatus.COMPLETED) {
            throw new IllegalStateException(
                    "the job of Spring Batch ended as " + execution.getAllFailureExceptions());
        }
        Long stones = tables.queryForObject("select count(*) from diamond_stones", Long.class);
        return stones == null ? 0 : stones;
    }

    private Step partitioned(
            String name,
            int size,
            org.springframework.batch.core.partition.support.Partitioner partitioner,
            Step worker)
            throws Exception {
        return new StepBuilder(name, repository)
                .partitioner(worker.getName(), partitioner)
                .step(worker)
                .gridSize(size)
                .taskExecutor(new SimpleAsyncTaskExecutor(name))
                .build();
    }

    private Step reading() {
        return new StepBuilder("page", repository)
                .<SupplierItem, SupplierItem>chunk(PAGE, transactions)
                .reader(new SpringBatchPages(client))
                .writer(this::writeRaw)
                .build();
    }

    private Step consolidating() {
        return new StepBuilder("batch", repository)
                .<SpringBatchRows.Raw, BareRow>chunk(BATCH, transactions)
                .reader(new SpringBatchRows(tables, BATCH))
                .processor(raw -> BareRow.of(raw.item(), raw.number(), 0, terms))
                .writer(this::writeCanonical)
                .build();
    }

    private Map<String, ExecutionContext> ranges() {
        List<HeatmapPartition> partitions;
        try {
            partitions =
                    Heatmap.<Exception>scan(
                                    HeatmapOptions.STANDARD,
                                    range -> client.count(filter(range), SupplierGate.OPEN))
                            .partitions();
        } catch (Exception e) {
            if (e instanceof InterruptedException) Thread.currentThread().interrupt();
            throw new IllegalStateException("the stock cannot be counted", e);
        }
        Map<String, ExecutionContext> all = new HashMap<>();
        for (HeatmapPartition each : partitions) {
            ExecutionContext context = new ExecutionContext();
            context.putString(SpringBatchPages.RANGE, each.range().json());
            all.put(each.id(), context);
        }
        return all;
    }

    private Map<String, ExecutionContext> numbers() {
        Long last = tables.queryForObject("select max(number) from diamond_raw", Long.class);
        long share = (last == null ? 0 : last) / CONSOLIDATORS + 1;
        Map<String, ExecutionContext> all = new HashMap<>();
        for (int i = 0; i < CONSOLIDATORS; i++) {
            ExecutionContext context = new ExecutionContext();
            context.putLong(SpringBatchRows.AFTER, i * share);
            context.putLong(SpringBatchRows.LAST, (i + 1) * share);
            all.put("batch-" + i, context);
        }
        return all;
    }

    static StoneFilter filter(PriceRange range) {
        BoundGranularity.Bounds bounds = BoundGranularity.CONTINUOUS.bounds(range);
        return StoneFilter.ALL.caratPrice(bounds.from(), bounds.to());
    }

    /// A stone on a shared boundary comes twice.
    private void writeRaw(Chunk<? extends SupplierItem> items) {
        tables.batchUpdate(
                "insert into diamond_raw (number, feed, stone_id, page, revision, payload_hash,"
                        + " first_seen_at, payload) values (nextval('diamond_raw_numbers'), ?, ?,"
                        + " 0, 1, ?, ?, ?) on conflict (stone_id, feed) do nothing",
                items.getItems().stream()
                        .map(each ->
                                new Object[] {
                                    DiamondsSystem.FEED,
                                    each.id(),
                                    each.hash(),
                                    terms.now(),
                                    each.payload()
                                })
                        .toList());
    }

    private void writeCanonical(Chunk<? extends BareRow> rows) {
        String changes =
                BareRow.CANONICAL.stream()
                        .map(each -> each.substring(0, each.indexOf(' ')))
                        .map(each -> each + " = excluded." + each)
                        .collect(Collectors.joining(", "));
        String sql =
                BareTables.insert("diamond_stones", BareRow.CANONICAL)
                        + " on conflict (number) do update set "
                        + changes;
        tables.batchUpdate(sql, rows.getItems().stream().map(BareRow::canonical).toList());
    }

    @Override
    public void close() {
        client.close();
        pool.close();
    }
}
