/** Runs in the interpreter before the program, as a system's `sitecustomize` does. */
export const SITE_CUSTOMIZE = `
import os, sys
def system(command):
    raise OSError("there are no other processes here; run the command in the shell")
os.system = system
for name in ("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core"):
    # The page is not reached from here.
    sys.modules[name] = None
class Asyncio:
    """Gives an event loop no pipe to itself when asyncio is loaded: there are no threads that would wake it."""
    def find_spec(name, path=None, target=None):
        if name != "asyncio.selector_events":
            return None
        sys.meta_path.remove(Asyncio)
        spec = next(filter(None, (finder.find_spec(name, path) for finder in sys.meta_path)))
        class Loader:
            def create_module(spec):
                return None
            def exec_module(module):
                loader.exec_module(module)
                module.BaseSelectorEventLoop._make_self_pipe = no_pipe
                module.BaseSelectorEventLoop._close_self_pipe = lambda self: None
        loader, spec.loader = spec.loader, Loader
        return spec
def no_pipe(loop):
    loop._ssock = loop._csock = None
sys.meta_path.insert(0, Asyncio)
for stream in (sys.stdout, sys.stderr):
    # What a program prints is seen while it runs.
    if stream is not None:
        stream.reconfigure(line_buffering=True)
del name, stream, system, os
`;
