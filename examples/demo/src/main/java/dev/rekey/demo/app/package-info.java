/**
 * The application: sensors that report, correct and withdraw readings, and dashboards that read
 * them. It knows the table {@code readings} and nothing of migrations; how its session is built is
 * a parameter.
 */
package dev.rekey.demo.app;
