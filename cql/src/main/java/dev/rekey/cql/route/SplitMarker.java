package dev.rekey.cql.route;

/**
 * A marker that the target's text does not have: one in a list of values that becomes one statement
 * per value, or the object of an INSERT JSON.
 *
 * @param single where the text takes a single value of the list, or its own object
 * @param wholeList whether the marker stands for the whole list
 */
public record SplitMarker(Hole single, boolean wholeList) {}
