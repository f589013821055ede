/**
 * The demo: a live table re-keyed under traffic, with every acknowledged write checked.
 *
 * <p>{@link dev.rekey.demo.DemoMain} reads top to bottom as the story of a migration. The
 * application is in {@code app}, the checker in {@code history}.
 */
package dev.rekey.demo;
