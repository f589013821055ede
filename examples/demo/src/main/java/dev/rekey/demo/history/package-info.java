/**
 * The history checker: it remembers every write an application sent and what became of it, and
 * judges every read, and at the end every key, against that memory. It knows nothing of migrations,
 * so it would notice a fault of the application, the driver or the server as well.
 */
package dev.rekey.demo.history;
