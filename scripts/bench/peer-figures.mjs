/**
 * What Cogitator's core 0.19.0, the last version whose source could be built, did on a machine of two shared cores with Node 20.20, in
 * calls a second. It is on no registry, so it cannot run beside ours; a ratio to these is of another hour, perhaps of another machine.
 */
export const PEER = {
  defineTool: 384_000,
  validCall: 67_000,
  refusedCall: 8600,
  calculator: 188_000,
  cacheHit: 138_000,
  /** By entries in the cache, each miss evicting one. */
  cacheMiss: { 1000: 27_000, 10000: 5800 },
  /** The most like one of 2,000 vectors of 256 dimensions. */
  semanticLookup: 712,
  /** `getSchemas()` of 27 tools, made anew at every model turn. */
  schemas: 279,
  /** 200 KB of script tags. */
  hostilePageMs: 2700,
};
