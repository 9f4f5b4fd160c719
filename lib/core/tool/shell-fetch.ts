/**
 * The service of the server behind `curl`, `wget` and the `fetch` of `node` in the embedded shell. It takes what the service
 * `fetch` takes and is stricter: whatever a command sends, reading too, a person has approved a call that said that it talks
 * to the network. A tool's own `fetch` is written by its author; a command line is written by a model.
 */
export const SHELL_FETCH = "shell_fetch";
