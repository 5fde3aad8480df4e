package dev.pawl.feeds.demo;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A fake of the NVD API with made-up vulnerabilities, in small pages. Thread-safe.
final class FakeNvdApi {
    private static final int PAGE = 40;
    private static final int RECORDS = 600;
    private static final Instant OLD = Instant.parse("2025-01-01T00:00:00Z");
    private static final List<Integer> WEAKNESSES = List.of(20, 79, 89, 119, 125, 502, 787, 917);

    /// Guarded by this.
    private final Map<Integer, Flaw> flaws = new LinkedHashMap<>();

    FakeNvdApi() {
        for (int i = 1; i <= RECORDS; i++) flaws.put(i, new Flaw(i, OLD, "has not been analyzed"));
    }

    /// Changes some vulnerabilities and adds new ones.
    synchronized void change(Instant now) {
        for (int i : List.of(7, 77, 277)) flaws.put(i, new Flaw(i, now, "is being exploited"));
        for (int i = 1; i <= 2; i++) {
            int number = RECORDS + i;
            flaws.put(number, new Flaw(number, now, "is new"));
        }
    }

    /// Returns a page of the vulnerabilities modified between two times.
    synchronized String page(int start, Instant from, Instant to) {
        List<String> all = new ArrayList<>();
        for (Flaw each : flaws.values()) {
            boolean within = !each.modified().isBefore(from) && !each.modified().isAfter(to);
            if (within) all.add(each.json());
        }
        int end = Math.min(all.size(), start + PAGE);
        List<String> page = all.subList(Math.min(start, end), end);
        return """
        {"resultsPerPage": %d, "startIndex": %d, "totalResults": %d,
         "format": "NVD_CVE", "version": "2.0", "timestamp": "%s",
         "vulnerabilities": [%s]}
        """
                .formatted(page.size(), start, all.size(), OLD, String.join(",", page));
    }

    private record Flaw(int number, Instant modified, String status) {
        String json() {
            return """
            {"cve": {"id": "CVE-2099-%05d", "lastModified": "%s", "vulnStatus": "Analyzed",
             "descriptions": [{"lang": "en",
              "value": "Flaw number %d of the demo %s."}],
             "weaknesses": [{"source": "demo", "type": "Primary",
              "description": [{"lang": "en", "value": "CWE-%d"}]}]}}
            """
                    .formatted(
                            number,
                            modified.toString().replace("Z", ""),
                            number,
                            status,
                            WEAKNESSES.get(number % WEAKNESSES.size()));
        }
    }
}
