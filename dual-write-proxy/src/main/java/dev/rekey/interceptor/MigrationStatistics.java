package dev.rekey.interceptor;

/**
 * What one process did for one migration since it started.
 *
 * @param mirrored statements acknowledged with both tables written
 * @param journalled statements for which one table's write was put into the journal
 * @param reconciled journal entries of this process that it has settled since
 * @param sourceReads reads served from the source
 * @param targetReads reads served from the target
 * @param sourceWrites statements written to the source
 * @param targetWrites statements written to the target
 * @param refused statements that were refused
 * @param rechecked requests repeated because the phase had changed when their response arrived
 * @param torn statements that may have reached one table only and could not be put into the
 *     journal; the application was given an error, and a verification made before is void
 * @param shadowReads what compared reads of both tables have shown
 */
public record MigrationStatistics(
    long mirrored,
    long journalled,
    long reconciled,
    long sourceReads,
    long targetReads,
    long sourceWrites,
    long targetWrites,
    long refused,
    long rechecked,
    long torn,
    ShadowReadStatistics shadowReads) {}
