/** Public cases: schemas, rows and statements that made trouble elsewhere, one file each. */
package dev.rekey.testkit.cases;
