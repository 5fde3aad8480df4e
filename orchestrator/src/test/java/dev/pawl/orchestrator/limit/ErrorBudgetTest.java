package dev.pawl.orchestrator.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.JsonCodec;
import dev.pawl.orchestrator.limit.ErrorBudget.Action;
import dev.pawl.orchestrator.limit.ErrorBudget.Allowance;
import dev.pawl.run.Payload;
import dev.pawl.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// How many items may fail before a user must act.
final class ErrorBudgetTest {
    private final ErrorBudget budget = ErrorBudget.of(Allowance.ofDefaults());

    @Test
    void atMostATenthOfTheLatestItemsMayFail() {
        assertThat(budget.after(180, 20).exceeded()).isEmpty();
        assertThat(budget.after(179, 21).exceeded())
                .contains("21 of the latest 200 items failed (10.5 %, allowed: 10 %)");
    }

    @Test
    void isNotExceededBeforeTwentyItems() {
        assertThat(budget.after(0, 19).exceeded()).isEmpty();
        assertThat(budget.after(0, 19).after(0, 1).exceeded())
                .contains("20 of the latest 20 items failed (100 %, allowed: 10 %)");
        assertThat(budget.exceeded()).isEmpty();
    }

    @Test
    void forgetsOldFailures() {
        ErrorBudget bad = budget.after(0, 50);
        assertThat(bad.after(100, 0).exceeded()).isPresent();
        assertThat(bad.after(200, 0).exceeded()).isEmpty();
        assertThat(bad.after(200, 0).failed()).isEqualTo(50);
    }

    @Test
    void aLargeBatchCountsOnlyAsFarAsItIsAmongTheLatest() {
        ErrorBudget large = budget.after(100_000, 0);
        assertThat(large.after(0, 20).exceeded()).isEmpty();
        assertThat(large.after(0, 21).exceeded()).isPresent();
        assertThat(budget.after(900, 100).after(190, 0).exceeded()).isEmpty();
    }

    @Test
    void countsTheLatestItemsToWithinOneSmallBatch() {
        Seeds.each(
                50,
                seed -> {
                    var random = new SplittableRandom(seed);
                    ErrorBudget one = budget;
                    List<Boolean> items = new ArrayList<>();
                    for (int i = 0; i < 1_000; i++) {
                        boolean fails = random.nextInt(100) < (i / 200) * 6;
                        items.add(fails);
                        one = fails ? one.after(0, 1) : one.after(1, 0);
                        assertThat(one.batches()).hasSizeLessThanOrEqualTo(22);
                        long bad = bad(items);
                        if (bad > 30) assertThat(one.exceeded()).isPresent();
                        if (bad <= 10) assertThat(one.exceeded()).isEmpty();
                    }
                });
    }

    @Test
    void theTotalOfFailuresCanBeLimited() {
        var few = ErrorBudget.of(new Allowance(1, 200, 20, 3, Action.FAIL));
        assertThat(few.after(1_000, 3).exceeded()).isEmpty();
        assertThat(few.after(1_000, 3).after(1_000_000, 1).exceeded())
                .contains("4 items failed (allowed: 3)");
        var none = ErrorBudget.of(new Allowance(1, 200, 20, 0, Action.FAIL));
        assertThat(none.after(0, 1).exceeded()).contains("1 items failed (allowed: 0)");
    }

    @Test
    void keepsOnlyTheBatchThatFillsTheWindow() {
        ErrorBudget full = budget.after(0, 50).after(200, 0);
        assertThat(full.batches()).containsExactly(new ErrorBudget.Batch(200, 0));
        assertThat(budget.after(0, 50).after(199, 0).batches()).hasSize(2);
    }

    @Test
    void noItemsChangeNothing() {
        ErrorBudget some = budget.after(5, 1);
        assertThat(some.after(0, 0)).isSameAs(some);
    }

    @Test
    void survivesJson() {
        ErrorBudget some = budget.after(100, 5).after(3, 1);
        byte[] written = JsonCodec.JSON.encode(some).bytes().clone();
        assertThat(JsonCodec.JSON.decode(Payload.of(written), ErrorBudget.class)).isEqualTo(some);
    }

    @Test
    void refusesInvalidValues() {
        assertThatThrownBy(() -> budget.after(-1, 0)).hasMessageContaining("-1 ok and 0 bad");
        assertThatThrownBy(() -> new Allowance(1.1, 2, 1, 0, Action.FAIL))
                .hasMessageContaining("found 1.1");
        assertThatThrownBy(() -> new Allowance(0.1, 19, 20, 0, Action.FAIL))
                .hasMessageContaining("found 20 in 19");
        assertThatThrownBy(() -> new Allowance(0.1, 2, 1, -2, Action.FAIL))
                .hasMessageContaining("found -2");
        assertThatThrownBy(() -> new ErrorBudget(Allowance.ofDefaults(), List.of(), -1))
                .hasMessageContaining("found -1");
    }

    private static long bad(List<Boolean> items) {
        int from = Math.max(0, items.size() - 200);
        return items.subList(from, items.size()).stream().filter(fails -> fails).count();
    }
}
