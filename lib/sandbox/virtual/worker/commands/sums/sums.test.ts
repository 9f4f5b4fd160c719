import { describe } from "vitest";
import { describeCommands } from "@/lib/testing/describe-commands";

/** What the GNU tools printed for the same. */
describe("checksums and encodings", () => {
  describeCommands(
    [
      { script: "md5sum f; cksum f", stdout: "b1946ac92492d2347c6235b4d2611184  f\n3015617425 6 f\n" },
      { script: "sha1sum < f", stdout: "f572d396fae9206628714fb2ce00f72e94f2258f  -\n" },
      {
        script: "sha256sum f f > s; echo x >> f; sha256sum -c s",
        stdout: "f: FAILED\nf: FAILED\n",
        exitCode: 1,
        stderr: "sha256sum: WARNING: 2 computed checksums did NOT match\n",
      },
      { script: "sha512sum f > s; sha512sum --status -c s", stdout: "" },
      { script: "md5sum --tag f", stdout: "MD5 (f) = b1946ac92492d2347c6235b4d2611184\n" },
      {
        script: "echo junk | sha256sum -c",
        exitCode: 1,
        stderr: "sha256sum: 'standard input': no properly formatted checksum lines found\n",
      },
      { script: "b2sum nope", exitCode: 1, stderr: "b2sum: nope: No such file or directory\n" },
      { script: "base64 -w 4 f; base64 f | base64 -d", stdout: "aGVs\nbG8K\nhello\n" },
      { script: "base32 f", stdout: "NBSWY3DPBI======\n" },
      { script: "echo 'aG*k=' | base64 -d", stdout: "h", exitCode: 1, stderr: "base64: invalid input\n" },
    ],
    { f: "hello\n" },
  );
});
