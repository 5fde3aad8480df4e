package dev.pawl.diamonds.canonical;

import static dev.pawl.diamonds.canonical.Items.item;
import static dev.pawl.diamonds.canonical.Items.items;
import static dev.pawl.diamonds.canonical.Items.priced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.diamonds.mapping.StoneMapping;
import dev.pawl.diamonds.quarantine.QuarantinedStone;
import dev.pawl.diamonds.quarantine.StoneQuarantine;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What consolidation promises on every store.
@Timeout(120)
abstract class ConsolidationContract {
    static final MissingStones.Policy AT_ONCE = new MissingStones.Policy(Duration.ZERO, 0.5);

    StoneStore stones;

    abstract StoneStore open() throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        stones = open();
    }

    @AfterEach
    void closeStore() {
        stones.close();
    }

    private Map<String, String> fields(String id) {
        return stones.queries().search(StoneSearch.all().text(id).includingRemoved()).stream()
                .filter(each -> each.stoneId().equals(id))
                .findFirst()
                .orElseThrow()
                .fields();
    }

    @Test
    void everyStoneIsConsolidatedOnceWithItsPrice() {
        List<RawStone> all = items(0, 250);
        PageCounts first = stones.page(StoneStore.FEED, "r1", all.subList(0, 100));
        assertThat(first).isEqualTo(new PageCounts(100, 100, 0, 0, 0));
        stones.page(StoneStore.FEED, "r1", all.subList(50, 250));
        assertThat(PageClaims.pending(stones.store()::query, "r1")).isEqualTo(250);
        BatchCounts counts = stones.consolidate();
        assertThat(counts).isEqualTo(new BatchCounts(250, 0, 0, 0, 0));
        assertThat(PageClaims.pending(stones.store()::query, "r1")).isZero();
        assertThat(stones.queries().stats())
                .isEqualTo(new StoneStats(250, 250, 250, 0, 0, 0, 250 * 100_000L + 100L * 31_125));
        StoneView cheapest = stones.queries().search(StoneSearch.all().limit(1)).getFirst();
        assertThat(cheapest.stoneId()).isEqualTo("s00000");
        // 1,000.00 is in the third bracket: 40 % + 3 points.
        assertThat(cheapest.priceCents()).isEqualTo(143_000);
        assertThat(cheapest.ruleId()).isEqualTo("bracket-3");
        assertThat(cheapest.fields()).containsEntry("rating", "8").containsEntry("ratio", "0.996");
    }

    @Test
    void anUnchangedStoneIsNeitherQueuedNorWritten() {
        stones.page("r1", item("a"), item("b"));
        stones.consolidate();
        stones.at(StoneStore.START.plusSeconds(60));
        assertThat(stones.page("r2", item("a"), item("b")))
                .isEqualTo(new PageCounts(2, 0, 0, 0, 2));
        // A payload that differs only in what is not a field of a stone changes no row either.
        stones.page("r2", item("b", "\"discount\":null", "\"discount\":3"));
        assertThat(stones.consolidate()).isEqualTo(new BatchCounts(0, 0, 1, 0, 0));
        assertThat(stones.text("select max(updated_run) from diamond_stones")).isEqualTo("r1");
        assertThat(stones.changes(StoneStore.START.plusSeconds(1))).isEmpty();
        assertThat(RunCounts.of(stones.store()::query, "r2"))
                .isEqualTo(new RunCounts(3, 2, 0, 0, 2, 0, 0));
    }

    /// INV-12, D14: upstream ignores a change of anything but price, status and a time that is
    /// null.
    @Test
    void aChangeOfAnyFieldIsWrittenAndLogged() {
        String[][] changes = {
            {"\"image\":null", "\"image\":\"https://x/1.jpg\"", "changed"},
            {"\"video\":null", "\"video\":\"https://x/1.mp4\"", "changed"},
            {"\"AVAILABLE\"", "\"ON_HOLD\"", "availability"},
            {"\"clarity\":\"VS1\"", "\"clarity\":\"VS2\"", "changed"},
            {"\"table\":56.0", "\"table\":57", "changed"},
            {"\"eyeClean\":null", "\"eyeClean\":\"yes\"", "changed"},
            {"\"price\":100000", "\"price\":103000", "price"},
        };
        for (int i = 0; i < changes.length; i++) stones.page("r1", item("s" + i));
        stones.consolidate();
        stones.at(StoneStore.START.plusSeconds(60));
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < changes.length; i++) {
            stones.page("r2", item("s" + i, changes[i][0], changes[i][1]));
            expected.add("s" + i + " " + changes[i][2]);
        }
        assertThat(stones.consolidate().changed()).isEqualTo(changes.length);
        assertThat(stones.changes(stones.now())).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(fields("s0")).containsEntry("image", "https://x/1.jpg");
        assertThat(fields("s2")).containsEntry("availability", "ON_HOLD");
        assertThat(stones.queries().changes(stones.now(), 100))
                .filteredOn(each -> each.kind().equals("price"))
                .extracting(StoneChange::fields)
                .containsExactly(
                        "{\"price_cents\":[\"143000\",\"147290\"],"
                                + "\"supplier_price_cents\":[\"100000\",\"103000\"]}");
    }

    /// D13, INV-11: upstream marks by id, so a payload that arrives between claim and mark is lost.
    @Test
    void aPayloadThatArrivesWhileItsStoneIsConsolidatedIsNotLost() {
        stones.page("r1", priced("a", 100_000));
        stones.claim("c1");
        StoneBatch slow = stones.prepare("c1");
        stones.page("r2", priced("a", 200_000));
        BatchCounts late = stones.write(tx -> slow.write(tx, stones.now()));
        assertThat(late).isEqualTo(new BatchCounts(0, 0, 0, 0, 1));
        assertThat(PageClaims.pending(stones.store()::query, "r2")).isEqualTo(1);
        assertThat(stones.consolidate().created()).isEqualTo(1);
        assertThat(fields("a")).containsEntry("supplier_price_cents", "200000");
    }

    /// D13, the other order: the newer payload is already written when the older batch is.
    @Test
    void anOlderBatchNeverOverwritesANewerStone() {
        stones.page("r1", priced("a", 100_000));
        stones.consolidate();
        stones.page("r2", priced("a", 200_000));
        stones.claim("slow");
        StoneBatch slow = stones.prepare("slow");
        stones.page("r3", priced("a", 100_000));
        assertThat(stones.consolidate()).isEqualTo(new BatchCounts(0, 0, 1, 0, 0));
        assertThat(stones.text("select revision from diamond_stones")).isEqualTo("3");
        assertThat(stones.write(tx -> slow.write(tx, stones.now())).superseded()).isEqualTo(1);
        assertThat(fields("a")).containsEntry("supplier_price_cents", "100000");
    }

    @Test
    void aBatchWhosePagesWereDoneByAnotherIsRefused() {
        stones.page("r1", item("a"));
        stones.claim("c1");
        StoneBatch first = stones.prepare("c1");
        StoneBatch second = stones.prepare("c1");
        stones.write(tx -> first.write(tx, stones.now()));
        assertThatThrownBy(() -> stones.write(tx -> second.write(tx, stones.now())))
                .hasStackTraceContaining("expected to write 1 claimed pages, wrote 0");
        assertThat(stones.changes(StoneStore.START)).containsExactly("a created");
    }

    /// D20: a claim belongs to a run, does not expire, and is found again after a crash.
    @Test
    void aConsolidatorThatCrashedFindsItsOwnClaim() {
        stones.page("r1", item("a"));
        stones.claim("c1");
        stones.at(StoneStore.START.plus(Duration.ofDays(1)));
        assertThat(stones.claim("c2")).isZero();
        assertThat(stones.prepare("c1").size()).isEqualTo(1);
        assertThat((int) stones.write(tx -> PageClaims.release(tx, "c1"))).isEqualTo(1);
        assertThat(stones.prepare("c1").isEmpty()).isTrue();
        assertThat(stones.claim("c2")).isEqualTo(1);
    }

    /// D18: upstream's key is the stone's id alone, so feeds overwrite each other.
    @Test
    void theSameIdInTwoFeedsIsTwoStones() {
        stones.page("natural", "r1", List.of(priced("a", 100_000)));
        stones.page("lab", "r2", List.of(priced("a", 300_000)));
        stones.consolidate("natural");
        stones.consolidate("lab");
        assertThat(stones.queries().stats().canonical()).isEqualTo(2);
        assertThat(stones.queries().stats().supplierPriceCents()).isEqualTo(400_000);
        assertThat(stones.page("lab", "r3", List.of(priced("a", 300_000))).same()).isEqualTo(1);
    }

    /// D15, INV-13: upstream never removes a stone that the supplier no longer has.
    @Test
    void aStoneThatAFullRunNoLongerSeesIsRemovedAndReturns() {
        stones.page("r1", item("a"), item("b"), item("c"));
        stones.consolidate();
        stones.at(StoneStore.START.plusSeconds(60));
        stones.page("r2", item("a"), item("b"));
        stones.consolidate();
        assertThat(stones.remove("r2", AT_ONCE)).isEqualTo(new MissingStones.Result.Removed(1, 0));
        assertThat(stones.queries().stats().removed()).isEqualTo(1);
        assertThat(stones.queries().search(StoneSearch.all())).hasSize(2);
        assertThat(stones.remove("r2", AT_ONCE)).isEqualTo(new MissingStones.Result.Removed(0, 0));
        stones.at(StoneStore.START.plusSeconds(120));
        assertThat(stones.page("r3", item("c"))).isEqualTo(new PageCounts(1, 0, 0, 1, 0));
        assertThat(stones.consolidate().changed()).isEqualTo(1);
        assertThat(stones.changes(StoneStore.START.plusSeconds(1)))
                .containsExactly("c removed", "c returned");
        assertThat(stones.queries().stats().removed()).isZero();
        assertThat(stones.page("r4", item("c")).same()).isEqualTo(1);
    }

    @Test
    void aMissingStoneWaitsForItsGracePeriod() {
        MissingStones.Policy policy = new MissingStones.Policy(Duration.ofDays(2), 0.5);
        stones.page("r1", item("a"), item("b"), item("c"));
        stones.consolidate();
        stones.page("r2", item("a"));
        stones.page("r2", item("b"));
        assertThat(stones.remove("r2", policy)).isEqualTo(new MissingStones.Result.Removed(0, 1));
        stones.at(StoneStore.START.plus(Duration.ofDays(1)));
        stones.page("r3", item("a"), item("c"));
        stones.consolidate();
        assertThat(stones.remove("r3", policy)).isEqualTo(new MissingStones.Result.Removed(0, 1));
        stones.at(StoneStore.START.plus(Duration.ofDays(3)));
        stones.page("r4", item("a"), item("c"));
        assertThat(stones.remove("r4", policy)).isEqualTo(new MissingStones.Result.Removed(1, 0));
        assertThat(stones.queries().search(StoneSearch.all()))
                .extracting(StoneView::stoneId)
                .containsExactly("a", "c");
    }

    @Test
    void aRunThatWouldRemoveTooManyRefusesWithNumbers() {
        stones.page(StoneStore.FEED, "r1", items(0, 10));
        stones.consolidate();
        stones.page(StoneStore.FEED, "r2", items(0, 4));
        MissingStones.Result result = stones.remove("r2", AT_ONCE);
        assertThat(result).isEqualTo(new MissingStones.Result.Refused(6, 10, 0.5));
        assertThat(((MissingStones.Result.Refused) result).text())
                .isEqualTo(
                        "6 of 10 live stones are missing (60.0 %), more than the 50.0 % that a run"
                                + " may remove");
        assertThat(stones.queries().stats().removed()).isZero();
        stones.page("r3", items(9, 10).getFirst());
        assertThat(stones.text("select count(*) from diamond_raw where missing_since is not null"))
                .isEqualTo("0");
    }

    /// D17, INV-14: upstream erases payloads, and skips equal ones, so a corrected mapper has
    /// nothing to map.
    @Test
    void aNewMappingIsAppliedToKeptPayloads() {
        stones.page("r1", item("a"), item("b"));
        stones.consolidate();
        stones.write(tx -> tx.update("update diamond_stones set mapping_version = 0, shape = 'X'"));
        stones.write(tx -> tx.update("update diamond_stones set content_hash = 'x'"));
        List<Long> old =
                RawStones.mappedBefore(
                        stones.store()::query, StoneStore.FEED, StoneMapping.VERSION);
        assertThat(old).hasSize(2);
        PageOrigin replay = new PageOrigin(StoneStore.FEED, "replay-1", "replay", 0);
        stones.write(tx -> {
            RawStones.queue(tx, replay, old, stones.now());
            return old;
        });
        assertThat(stones.consolidate().changed()).isEqualTo(2);
        assertThat(fields("a")).containsEntry("shape", "ROUND");
        assertThat(
                        RawStones.mappedBefore(
                                stones.store()::query, StoneStore.FEED, StoneMapping.VERSION))
                .isEmpty();
    }

    /// D19: upstream's row failures neither block nor bound a run; here they are counted per run.
    @Test
    void aBadPayloadIsQuarantinedAloneAndLeavesWhenItIsGood() {
        String noCarat = "\"carats\":0.5";
        stones.page("r1", item("a"), item("b", noCarat, "\"carats\":-1"), RawStone.of("c", "{"));
        assertThat(stones.consolidate()).isEqualTo(new BatchCounts(1, 0, 0, 2, 0));
        assertThat(StoneQuarantine.count(stones.store()::query, "r1")).isEqualTo(2);
        RunCounts counts = RunCounts.of(stones.store()::query, "r1");
        assertThat(counts).isEqualTo(new RunCounts(3, 3, 1, 0, 0, 2, 0));
        assertThat(counts.isBalanced()).isTrue();
        List<QuarantinedStone> list =
                StoneQuarantine.list(stones.store()::query, StoneStore.FEED, 0, 10);
        assertThat(list).extracting(QuarantinedStone::stoneId).containsExactly("b", "c");
        assertThat(list.getFirst().field()).isEqualTo("carats");
        assertThat(list.getFirst().reason()).contains("found -1");
        assertThat(StoneQuarantine.payload(stones.store()::query, list.get(1))).contains("{");
        assertThat(stones.text("select status from raw_diamonds_nivoda where stone_id = 'b'"))
                .isEqualTo("failed");
        PageOrigin replay = new PageOrigin(StoneStore.FEED, "replay-1", "replay", 0);
        stones.write(tx -> {
            StoneQuarantine.replay(tx, replay, list, stones.now());
            return list;
        });
        assertThat(stones.consolidate().quarantined()).isEqualTo(2);
        stones.page("r2", item("b"));
        assertThat(stones.consolidate()).isEqualTo(new BatchCounts(1, 0, 0, 0, 0));
        assertThat(StoneQuarantine.list(stones.store()::query, StoneStore.FEED, 0, 10))
                .extracting(QuarantinedStone::stoneId)
                .containsExactly("c");
        assertThat(stones.text("select status from raw_diamonds_nivoda where stone_id = 'b'"))
                .isEqualTo("done");
    }

    @Test
    void theStatusOfAPayloadFollowsItsPage() {
        String status = "select status from raw_diamonds_nivoda";
        stones.page("r1", item("a"));
        assertThat(stones.text(status)).isEqualTo("pending");
        stones.claim("c1");
        assertThat(stones.text(status)).isEqualTo("processing");
        StoneBatch batch = stones.prepare("c1");
        stones.write(tx -> batch.write(tx, stones.now()));
        assertThat(stones.text(status)).isEqualTo("done");
    }

    @Test
    void claimsAreBoundedAndDisjoint() {
        for (int i = 0; i < 10; i++) {
            stones.page(StoneStore.FEED, "r1", items(i * 10, i * 10 + 10));
        }
        assertThat(stones.claim(StoneStore.FEED, "c1", 35)).isEqualTo(40);
        assertThat(stones.claim(StoneStore.FEED, "c2", 35)).isEqualTo(40);
        assertThat(stones.claim(StoneStore.FEED, "c3", 35)).isEqualTo(20);
        assertThat(PageClaims.unclaimed(stones.store()::query, StoneStore.FEED)).isZero();
        assertThat(stones.claim(StoneStore.FEED, "c4", 35)).isZero();
        for (String claim : List.of("c3", "c1", "c2")) {
            StoneBatch batch = stones.prepare(claim);
            stones.write(tx -> batch.write(tx, stones.now()));
        }
        assertThat(stones.queries().stats().canonical()).isEqualTo(100);
    }

    @Test
    void aStoneThatOccursTwiceInAPageIsWrittenOnceWithItsLastItem() {
        assertThat(stones.page("r1", priced("a", 1_000), item("b"), priced("a", 2_000)))
                .isEqualTo(new PageCounts(3, 2, 0, 0, 0))
                .extracting(PageCounts::repeated)
                .isEqualTo(1);
        stones.consolidate();
        assertThat(fields("a")).containsEntry("supplier_price_cents", "2000");
        assertThat(RunCounts.of(stones.store()::query, "r1"))
                .isEqualTo(new RunCounts(3, 2, 2, 0, 0, 0, 0));
    }

    @Test
    void anEmptyPageIsRecordedAndNeedsNoWork() {
        assertThat(stones.page("r1")).isEqualTo(new PageCounts(0, 0, 0, 0, 0));
        assertThat(stones.claim("c1")).isZero();
        assertThat(RunCounts.of(stones.store()::query, "r1").isBalanced()).isTrue();
    }

    @Test
    void aLostStoneBreaksTheEquationOfItsRun() {
        stones.page(StoneStore.FEED, "r1", items(0, 5));
        stones.consolidate();
        assertThat(RunCounts.of(stones.store()::query, "r1").isBalanced()).isTrue();
        stones.write(tx -> tx.update("delete from diamond_stones where stone_id = 's00003'"));
        RunCounts counts = RunCounts.of(stones.store()::query, "r1");
        assertThat(counts.isBalanced()).isFalse();
        assertThat(counts.equation())
                .isEqualTo("unique 5 ≠ created 4 + changed 0 + unchanged 0 + quarantined 0");
    }

    /// D16, INV-16: a value that is not known is never taken for a known one, and is reported.
    @Test
    void unknownValuesAreReportedWithAnExample() {
        stones.page("r1", item("a", "\"AVAILABLE\"", "\"NOT_AVAILABLE\""), item("b"));
        stones.consolidate();
        assertThat(stones.queries().stats().available()).isEqualTo(1);
        assertThat(stones.queries().unknownValues())
                .containsExactly(
                        new StoneQueries.UnknownCount(
                                StoneStore.FEED, "availability", "NOT_AVAILABLE", 1, "a"));
        stones.page("r2", item("c", "\"AVAILABLE\"", "\"NOT_AVAILABLE\""));
        stones.consolidate();
        assertThat(stones.queries().unknownValues().getFirst().seen()).isEqualTo(2);
    }

    @Test
    void payloadsAreForgottenByAgeAndTheirStonesStay() {
        stones.page("r1", item("a"));
        stones.consolidate();
        stones.at(StoneStore.START.plusSeconds(60));
        stones.page("r2", item("b"));
        int forgotten =
                stones.write(tx -> RawStones.forgetPayloads(tx, StoneStore.FEED, stones.now()));
        assertThat(forgotten).isEqualTo(1);
        assertThat(stones.queries().stats().canonical()).isEqualTo(1);
        assertThat(stones.page("r3", item("a")).same()).isEqualTo(1);
    }

    /// D19 and INV-15: a row that the database refuses does not fail the others.
    @Test
    void aStoneThatTheDatabaseRefusesIsBisectedIntoQuarantine() {
        for (int i = 0; i < 4; i++) {
            stones.page(StoneStore.FEED, "r1", items(i * 10, i * 10 + 10));
        }
        refuse("s00017");
        int failures = 0;
        ClaimedBy by = new ClaimedBy(StoneStore.FEED, "c");
        List<BatchBisection.Result> results = new ArrayList<>();
        while (stones.claim("c") > 0) {
            StoneBatch batch = stones.prepare("c");
            try {
                stones.write(tx -> batch.write(tx, stones.now()));
            } catch (RuntimeException e) {
                failures++;
                String reason = String.valueOf(e.getMessage());
                results.add(stones.write(tx -> BatchBisection.halve(tx, by, reason, stones.now())));
                assertThat(failures).isLessThan(50);
                StoneBatch half = stones.prepare("c");
                assertThat(half.size()).isLessThan(batch.size());
            }
        }
        assertThat(results).contains(BatchBisection.Result.QUARANTINED);
        assertThat(stones.queries().stats().canonical()).isEqualTo(39);
        assertThat(StoneQuarantine.find(stones.store()::query, StoneStore.FEED, "s00017"))
                .get()
                .extracting(QuarantinedStone::reason)
                .asString()
                .contains("refused by the test");
        RunCounts counts = RunCounts.of(stones.store()::query, "r1");
        assertThat(counts).isEqualTo(new RunCounts(40, 40, 39, 0, 0, 1, 0));
        BatchBisection.Result last =
                stones.write(tx -> BatchBisection.halve(tx, by, "nothing left", stones.now()));
        assertThat(last).isEqualTo(BatchBisection.Result.NOTHING);
    }

    /// Makes the database refuse the canonical row of a stone.
    abstract void refuse(String id);

    @Test
    void searchFindsByEveryCriterionAndPagesByKey() {
        stones.page(StoneStore.FEED, "r1", items(0, 25));
        stones.page(
                "r1",
                item("oval", "\"ROUND\"", "\"OVAL\"", "\"carats\":0.5", "\"carats\":2.05"),
                item("pink", "\"color\":\"G\"", "\"color\":\"fancy vivid pink\""),
                item(
                        "held_1",
                        "\"AVAILABLE\"",
                        "\"ON_HOLD\"",
                        "\"lab\":\"GIA\"",
                        "\"lab\":\"IGI\""));
        stones.consolidate();
        StoneSearch all = StoneSearch.all();
        assertThat(ids(all.shape("oval"))).containsExactly("oval");
        assertThat(ids(all.caratFrom(new BigDecimal("2.05")))).containsExactly("oval");
        assertThat(ids(all.caratTo(new BigDecimal("2.04")))).hasSize(27).doesNotContain("oval");
        assertThat(ids(all.colour("Pink"))).containsExactly("pink");
        assertThat(ids(all.colour("g"))).hasSize(27).doesNotContain("pink");
        assertThat(ids(all.lab("igi"))).containsExactly("held_1");
        assertThat(ids(all.availability("ON_HOLD"))).containsExactly("held_1");
        assertThat(ids(all.clarity("vs1").cut("excellent"))).hasSize(28);
        assertThat(ids(all.clarity("IF"))).isEmpty();
        assertThat(ids(all.labGrown(true))).isEmpty();
        assertThat(ids(all.feed("other"))).isEmpty();
        assertThat(ids(all.text("GG-held_1"))).containsExactly("held_1");
        assertThat(ids(all.text("heldx1"))).isEmpty();
        assertThat(ids(all.text("%"))).isEmpty();
        assertThat(ids(all.text("'; drop table diamond_stones; --"))).isEmpty();
        assertThat(ids(all.ratingFrom(8))).hasSize(26);
        assertThat(ids(all.priceFrom(146_432).priceTo(146_432))).containsExactly("s00024");
        List<String> paged = new ArrayList<>();
        StoneSearch next = all.limit(10);
        for (List<StoneView> page = stones.queries().search(next);
                !page.isEmpty();
                page = stones.queries().search(next)) {
            page.forEach(each -> paged.add(each.stoneId()));
            next = all.limit(10).after(page.getLast());
        }
        assertThat(paged).hasSize(28).doesNotHaveDuplicates().isEqualTo(ids(all));
    }

    private List<String> ids(StoneSearch search) {
        return stones.queries().search(search).stream().map(StoneView::stoneId).toList();
    }

    @Test
    void theLineageOfAStoneLeadsBackToItsPage() {
        stones.page("r1", item("b"), item("a"));
        stones.page("r1", item("c"));
        stones.consolidate();
        stones.at(StoneStore.START.plusSeconds(60));
        stones.page("r2", priced("a", 103_000));
        stones.consolidate();
        stones.page("r3", priced("a", 103_000));
        StoneLineage lineage = stones.queries().stone(StoneStore.FEED, "a").orElseThrow();
        assertThat(lineage.page())
                .isEqualTo(new PageOrigin(StoneStore.FEED, "r2", "partition-0", 2));
        assertThat(lineage.status()).isEqualTo("done");
        assertThat(lineage.lastSeenRun()).isEqualTo("r3");
        assertThat(lineage.quarantine()).isNull();
        assertThat(lineage.raw().revision()).isEqualTo(2);
        assertThat(lineage.raw().json()).contains("103000");
        assertThat(lineage.stone().ruleId()).isEqualTo("bracket-3");
        assertThat(lineage.changes())
                .extracting(StoneChange::kind)
                .containsExactly("created", "price");
        assertThat(stones.queries().stone(StoneStore.FEED, "N-a")).contains(lineage);
        assertThat(stones.queries().stone(StoneStore.FEED, "GG-")).isEmpty();
        assertThat(stones.queries().stone("other", "a")).isEmpty();
    }

    @Test
    void hostileTextsAreStoredAndFound() {
        String hostile = "x'; drop table diamond_raw; -- \\u0000 \\ud83d\\ude00 é";
        stones.page("r1", item("a'b", "\"eyeClean\":null", "\"eyeClean\":\"" + hostile + "\""));
        stones.page("r1", RawStone.of("nul\0id", "{\0}"));
        assertThat(stones.consolidate()).isEqualTo(new BatchCounts(1, 0, 0, 1, 0));
        assertThat(fields("a'b").get("eye_clean"))
                .isEqualTo("x'; drop table diamond_raw; --   😀 é");
    }
}
