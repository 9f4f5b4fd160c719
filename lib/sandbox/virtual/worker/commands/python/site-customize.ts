/** Runs in the interpreter before the program, as a system's `sitecustomize` does. */
export const SITE_CUSTOMIZE = `
import os, sys
def system(command):
    raise OSError("there are no other processes here; run the command in the shell")
os.system = system
for name in ("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core"):
    # The page is not reached from here.
    sys.modules[name] = None
for stream in (sys.stdout, sys.stderr):
    # What a program prints is seen while it runs.
    if stream is not None:
        stream.reconfigure(line_buffering=True)
del name, stream, system, os, sys
`;
