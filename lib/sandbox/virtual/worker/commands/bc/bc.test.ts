import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeCommands } from "@/lib/testing/describe-commands";
import { createMachine, runProgram } from "./bc-program";

function calculate(program: string): string {
  let text = "";
  const machine = createMachine({
    math: false,
    write: (piece) => {
      text += piece;
    },
    step: () => {},
  });
  runProgram(machine, program, (message) => {
    text += message;
  });
  return text;
}

test("whole numbers of any length calculate as exact integers do", () => {
  const number = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n });
  fc.assert(
    fc.property(number, number, (left, right) => {
      fc.pre(right !== 0n);
      const expected = [left + right, left - right, left * right, left / right, left % right].map(
        (value) => `${value}\n`,
      );
      const [a, b] = [`(${left})`, `(${right})`];
      expect(calculate(`${a}+${b}\n${a}-${b}\n${a}*${b}\n${a}/${b}\n${a}%${b}\n`)).toBe(expected.join(""));
    }),
  );
});

/** What bc 1.07 printed for the same. */
describe("bc", () => {
  describeCommands([
    { script: "echo 'scale=4; 10/3; .5; -.5' | bc", stdout: "3.3333\n.5\n-.5\n" },
    { script: "echo '1.23*4.56; scale=3; 1.23*4.567' | bc", stdout: "5.60\n5.617\n" },
    { script: "echo 'scale=10; sqrt(2)' | bc", stdout: "1.4142135623\n" },
    {
      script: "echo 'a(1)*4; e(1); l(2)' | bc -l",
      stdout: "3.14159265358979323844\n2.71828182845904523536\n.69314718055994530941\n",
    },
    { script: "echo 'obase=16; 255; ibase=2; 1010' | bc", stdout: "FF\nA\n" },
    {
      script: "echo '2^300' | bc",
      stdout: "20370359763344860862684456884093781610514683936659362506361404493543\\\n81299763336706183397376\n",
    },
    {
      script: "bc <<< 'define f(n) { if (n <= 1) return (1); return (n * f(n-1)); } f(20)'",
      stdout: "2432902008176640000\n",
    },
    { script: "echo 'for (i=0;i<3;i++) { print i, \" \" }; i' | bc", stdout: "0 1 2 3\n" },
    { script: "echo 'a[1]=5; a[2]=7; a[1]*a[2]' | bc", stdout: "35\n" },
    { script: "echo '1/0; 2' | bc", stdout: "2\n", stderr: /Divide by zero/ },
    { script: "echo '2 +' | bc", exitCode: 1, stderr: /syntax error/ },
    { script: "echo '9^9^9' | bc", stderr: /too long for the embedded shell/ },
  ]);
});
