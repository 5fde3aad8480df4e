package dev.pawl.diamonds.stone;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A stone in canonical form, independent of its supplier.
public record Stone(
        StoneIds ids,
        Grading grading,
        Dimensions dimensions,
        Proportions proportions,
        Offer offer,
        Remarks remarks,
        boolean isLabGrown) {

    /// Returns every business field that has a value, as text, by name.
    ///
    /// Numbers have no trailing zeros, so `1.50` and `1.5` are the same stone.
    public Map<String, String> fields() {
        Map<String, String> fields = new TreeMap<>();
        identify(fields);
        grade(fields);
        measure(fields);
        put(fields, "supplier_price_cents", Long.toString(offer.priceCents()));
        put(fields, "availability", offer.availability().name());
        put(fields, "image", offer.image());
        put(fields, "video", offer.video());
        put(fields, "delivery", offer.delivery());
        put(fields, "returns", offer.returns());
        put(fields, "lab_grown", Boolean.toString(isLabGrown));
        remark(fields);
        return fields;
    }

    private void identify(Map<String, String> fields) {
        put(fields, "diamond_id", ids.id());
        put(fields, "offer_id", ids.offer());
        put(fields, "stock_id", ids.stock());
        put(fields, "supplier_stock_id", ids.supplierStock());
        put(fields, "lab", ids.lab());
        put(fields, "certificate", ids.certificate());
    }

    private void grade(Map<String, String> fields) {
        StoneColour colour = grading.colour();
        put(fields, "shape", grading.shape());
        put(fields, "carat", grading.carat());
        put(fields, "colour_grade", colour.grade());
        put(fields, "colour_intensity", colour.intensity());
        put(fields, "colour_overtone", colour.overtone());
        put(fields, "colour_hue", colour.hue());
        put(fields, "clarity", grading.clarity());
        put(fields, "cut", grading.cut());
        put(fields, "polish", grading.polish());
        put(fields, "symmetry", grading.symmetry());
        put(fields, "fluorescence", grading.fluorescence());
    }

    private void measure(Map<String, String> fields) {
        put(fields, "length", dimensions.length());
        put(fields, "width", dimensions.width());
        put(fields, "depth", dimensions.depth());
        put(fields, "ratio", dimensions.ratio());
        put(fields, "table", proportions.table());
        put(fields, "depth_percentage", proportions.depthPercentage());
        put(fields, "crown_angle", proportions.crownAngle());
        put(fields, "crown_height", proportions.crownHeight());
        put(fields, "pavilion_angle", proportions.pavilionAngle());
        put(fields, "pavilion_depth", proportions.pavilionDepth());
        put(fields, "girdle", proportions.girdle());
        put(fields, "culet", proportions.culet());
    }

    private void remark(Map<String, String> fields) {
        put(fields, "eye_clean", remarks.eyeClean());
        put(fields, "brown", remarks.brown());
        put(fields, "green", remarks.green());
        put(fields, "milky", remarks.milky());
        put(fields, "origin", remarks.origin());
        put(fields, "treatment", remarks.treatment());
        put(fields, "fluorescence_colour", remarks.fluorescenceColour());
        put(fields, "comments", remarks.comments());
    }

    private static void put(Map<String, String> fields, String name, @Nullable String value) {
        if (value != null) fields.put(name, value);
    }

    private static void put(Map<String, String> fields, String name, @Nullable BigDecimal value) {
        if (value != null) fields.put(name, value.stripTrailingZeros().toPlainString());
    }
}
