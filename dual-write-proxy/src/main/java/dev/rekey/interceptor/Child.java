package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;

/**
 * One text inside a request with what it means.
 *
 * @param index its place in the batch; 0 outside a batch
 */
record Child(int index, BatchableStatement<?> statement, Understood understood) {}
