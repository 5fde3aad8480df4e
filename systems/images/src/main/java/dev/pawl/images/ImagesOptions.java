package dev.pawl.images;

import dev.pawl.images.archive.rule.ArchiveLimits;
import dev.pawl.images.volume.SpaceLimits;
import dev.pawl.images.volume.Volumes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The options of the images system.
public final class ImagesOptions {
    private static final int DOWNLOADS = 5;
    private static final int UNPACKING = 2;

    private @Nullable Volumes volumes;
    private ArchiveLimits limits = ArchiveLimits.DEFAULT;
    private SpaceLimits admission = SpaceLimits.DEFAULT;
    private Map<String, String> environment = Map.of();
    private int downloads = DOWNLOADS;
    private int unpacking = UNPACKING;

    ImagesOptions() {}

    /// Sets the volumes for unpacked images (default: directories below the home).
    public ImagesOptions volumes(Volumes chosen) {
        volumes = chosen;
        return this;
    }

    /// Sets the limits of an archive (default: those of the document).
    public ImagesOptions limits(ArchiveLimits atMost) {
        limits = atMost;
        return this;
    }

    /// Sets how full the volume storage may be (default: warn at 80 %, refuse at 95 %).
    public ImagesOptions admission(SpaceLimits bounds) {
        admission = bounds;
        return this;
    }

    /// Sets the environment variables that hold credentials (default: none).
    public ImagesOptions environment(Map<String, String> variables) {
        environment = Map.copyOf(variables);
        return this;
    }

    /// Sets how many images are downloaded and unpacked at the same time (default: 5 and 2).
    public ImagesOptions atOnce(int downloading, int beingUnpacked) {
        downloads = downloading;
        unpacking = beingUnpacked;
        return this;
    }

    @Nullable Volumes volumes() {
        return volumes;
    }

    ArchiveLimits limits() {
        return limits;
    }

    SpaceLimits admission() {
        return admission;
    }

    Map<String, String> environment() {
        return environment;
    }

    int downloads() {
        return downloads;
    }

    int unpacking() {
        return unpacking;
    }
}
