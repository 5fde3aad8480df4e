package dev.pawl.diamonds.canonical;

import java.util.ArrayList;
import java.util.List;

/// Items as a supplier sends them.
public final class Items {
    private Items() {}

    /// Returns the JSON of a round stone of half a carat; `changes` replace text in it.
    public static String json(String id, String... changes) {
        String json =
                """
                {"id":"DIAMOND/%1$s","price":100000,"discount":null,"diamond":{"id":"%1$s",
                "availability":"AVAILABLE","supplierStockId":"GG-%1$s","NivodaStockId":"N-%1$s",
                "image":null,"video":null,"eyeClean":null,"certificate":{"id":"c-%1$s","lab":"GIA",
                "certNumber":"1-%1$s","shape":"ROUND","carats":0.5,"cut":"EX","color":"G",
                "clarity":"VS1","length":5.21,"width":5.23,"depth":3.21,"depthPercentage":61.5,
                "table":56.0}}}
                """
                        .formatted(id);
        for (int i = 0; i < changes.length; i += 2) {
            if (!json.contains(changes[i])) throw new IllegalArgumentException(changes[i]);
            json = json.replace(changes[i], changes[i + 1]);
        }
        return json;
    }

    static RawStone item(String id, String... changes) {
        return RawStone.of(id, json(id, changes));
    }

    static RawStone priced(String id, long cents) {
        return item(id, "\"price\":100000", "\"price\":" + cents);
    }

    public static List<RawStone> items(int from, int to) {
        List<RawStone> all = new ArrayList<>();
        for (int i = from; i < to; i++) all.add(priced("s%05d".formatted(i), 100_000 + i * 100L));
        return all;
    }
}
