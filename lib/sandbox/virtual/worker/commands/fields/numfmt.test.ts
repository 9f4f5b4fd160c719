import { describe } from "vitest";
import { describeCommands } from "@/lib/testing/describe-commands";

/** What the real numfmt printed for the same. */
describe("numfmt", () => {
  describeCommands([
    { script: "numfmt --to=si 1500 999 1000000 -- -2000", stdout: "1.5K\n999\n1.0M\n-2.0K\n" },
    { script: "numfmt --to=iec 1023 1024 10239 10240 99999999", stdout: "1023\n1.0K\n10K\n10K\n96M\n" },
    { script: "numfmt --to=iec-i --suffix=B 2048", stdout: "2.0KiB\n" },
    { script: "numfmt --from=auto 1Ki 1K", stdout: "1024\n1000\n" },
    { script: "numfmt --from=si 1.5K", stdout: "1500\n" },
    { script: "numfmt --padding=10 --to=iec 5000", stdout: "      4.9K\n" },
    { script: "numfmt --format=%10.2f 5", stdout: "      5.00\n" },
    { script: "numfmt --format='%.3fX' --to=iec 5000", stdout: "4.883KX\n" },
    { script: "echo 'a 1000 b' | numfmt --field=2 --to=si", stdout: "a 1.0K b\n" },
    { script: "numfmt --header -d: --field 1 --to=si <<< $'x\\n5000:b'", stdout: "x\n5.0K:b\n" },
    { script: "echo '  5000' | numfmt --to=si", stdout: "  5.0K\n" },
    { script: "numfmt --round=down --to=iec 1999", stdout: "1.9K\n" },
    { script: "numfmt 5.5", stdout: "5.5\n" },
    { script: "numfmt --to=iec 5.5", stdout: "6\n" },
    { script: "numfmt 1K", exitCode: 2, stderr: "numfmt: rejecting suffix in input: '1K' (consider using --from)\n" },
    { script: "numfmt abc", exitCode: 2, stderr: "numfmt: invalid number: 'abc'\n" },
    { script: "numfmt --grouping 5", exitCode: 1, stderr: /unrecognized option '--grouping'/ },
  ]);
});
