package dev.rekey.orchestrator.plan;

import dev.rekey.orchestrator.spec.SpecStatement;

/**
 * What becomes of one statement of the application.
 *
 * @param statement as the spec declares it
 * @param partitionKey how the target's partition key is known
 * @param clustering how rows are chosen inside the partition
 * @param verdict whether it can be served
 */
public record AccessPattern(
    SpecStatement statement, String partitionKey, String clustering, Verdict verdict) {}
