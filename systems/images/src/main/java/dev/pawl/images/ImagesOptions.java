package dev.pawl.images;

import dev.pawl.images.archive.ArchiveLimits;
import dev.pawl.images.volume.Volumes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How the system is set up.
public final class ImagesOptions {
    private static final int DOWNLOADS = 5;
    private static final int UNPACKING = 2;

    private @Nullable Volumes volumes;
    private ArchiveLimits limits = ArchiveLimits.DEFAULT;
    private Admission admission = Admission.DEFAULT;
    private Map<String, String> environment = Map.of();
    private int downloads = DOWNLOADS;
    private int unpacking = UNPACKING;

    ImagesOptions() {}

    /// Sets where unpacked images live; directories below the home unless told.
    public ImagesOptions volumes(Volumes place) {
        volumes = place;
        return this;
    }

    /// Sets how much an archive may ask for.
    public ImagesOptions limits(ArchiveLimits atMost) {
        limits = atMost;
        return this;
    }

    /// Sets how full the place for volumes may be.
    public ImagesOptions admission(Admission bounds) {
        admission = bounds;
        return this;
    }

    /// Sets the variables that credentials are taken from.
    public ImagesOptions environment(Map<String, String> variables) {
        environment = Map.copyOf(variables);
        return this;
    }

    /// Sets how many images are downloaded and unpacked at a time; 5 and 2 unless told.
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

    Admission admission() {
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
