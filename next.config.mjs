/** What every answer carries; the page's own CSP, with its nonce, comes from `proxy.ts`. */
const securityHeaders = [
  // Both are needed for the shared cancel flag of the shell worker; everything else works without them.
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Embedder-Policy", value: "require-corp" },
  { key: "X-Content-Type-Options", value: "nosniff" },
  // Not `no-referrer`: with it a browser posts forms with `Origin: null`, which Next refuses.
  { key: "Referrer-Policy", value: "same-origin" },
  {
    key: "Permissions-Policy",
    value:
      "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()",
  },
];

/** Scripts that a worker loads: a worker is isolated only when its own answer says so. */
const sameOriginOnly = [{ key: "Cross-Origin-Resource-Policy", value: "same-origin" }];

/**
 * The engines run what comes from models and strangers, so each may only load its own parts. A worker has the policy of its
 * own answer, not the page's: WebAssembly is compiled in these, in the shell and in the tool host.
 */
const enginePolicy = (connect) => [
  {
    key: "Content-Security-Policy",
    value: `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src ${connect}; worker-src 'none'`,
  },
];

/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  devIndicators: false,
  serverExternalPackages: ["@electric-sql/pglite", "dockerode", "ioredis", "nodemailer", "pg", "pg-cursor"],
  // `npm test` has checked the types a moment before it builds.
  typescript: { ignoreBuildErrors: process.env.TOOLWRIGHT_TYPES_ARE_CHECKED === "1" },
  experimental: {
    optimizePackageImports: ["radix-ui"],
    // A frozen workspace is at most 25 MB; the rest is room for the encoding around it.
    serverActions: { bodySizeLimit: "32mb" },
  },
  async headers() {
    return [
      { source: "/:path*", headers: securityHeaders },
      { source: "/workers/:path*", headers: sameOriginOnly },
      { source: "/workers/:engine(regex|wasm|python).js", headers: enginePolicy("'none'") },
      { source: "/workers/:engine(sqlite|pglite).js", headers: enginePolicy("'self'") },
      { source: "/vs/:path*", headers: sameOriginOnly },
      { source: "/_next/static/:path*", headers: sameOriginOnly },
    ];
  },
};

export default config;
