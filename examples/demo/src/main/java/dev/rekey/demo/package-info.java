/** The demo: a live table re-keyed under traffic, with every acknowledged write checked. */
package dev.rekey.demo;
