import { describe } from "vitest";
import { describeCommands } from "@/lib/testing/describe-commands";

const files = {
  "a.json": '{"name":"a","list":[{"id":2},{"id":1}]}\n',
  "b.json": '{"name":"b","list":[]}\n',
  "filter.jq": ".name # the name\n",
  "lib/more.jq": "def twice: . * 2;\n",
};

describe("jq", () => {
  describeCommands(
    [
      { script: "jq '.a.b = 1' -c <<< '{}'", stdout: '{"a":{"b":1}}\n' },
      { script: 'jq -r \'.[] | @csv\' <<< \'[["a,b","c\\"d",1]]\'', stdout: '"a,b","c""d",1\n' },
      { script: "jq -r .name a.json b.json", stdout: "a\nb\n" },
      { script: "jq -sc 'map(.name)' a.json b.json", stdout: '["a","b"]\n' },
      { script: "cat a.json | jq -c '.list|sort_by(.id)|map(.id)'", stdout: "[1,2]\n" },
      { script: "jq -f filter.jq a.json", stdout: '"a"\n' },
      { script: "jq -L lib 'import \"more\" as m; m::twice' <<< 4", stdout: "8\n" },
      { script: "jq -n -c --arg x 1 --argjson y '[2]' '[$x,$y]'", stdout: '["1",[2]]\n' },
      { script: "jq -n -c '$ARGS.positional' --args a b", stdout: '["a","b"]\n' },
      { script: "jq -n -c '$ARGS.positional' --jsonargs 1 '{\"a\":2}'", stdout: '[1,{"a":2}]\n' },
      {
        script: "jq -n -c --slurpfile s a.json --rawfile r filter.jq '[$s[0].name, $r]'",
        stdout: '["a",".name # the name\\n"]\n',
      },
      { script: "jq -R . <<< 'plain text'", stdout: '"plain text"\n' },
      { script: "jq --tab . <<< '{\"b\":1}'", stdout: '{\n\t"b": 1\n}\n' },
      { script: 'jq -Sc . <<< \'{"b":1,"a":2}\'', stdout: '{"a":2,"b":1}\n' },
      { script: "jq -j '.[]' <<< '[\"a\",\"b\"]'", stdout: "ab" },
      { script: "jq -a -c . <<< '\"é😀\"'", stdout: '"\\u00e9\\ud83d\\ude00"\n' },
      { script: "export WHO=me; jq -nr '$ENV.WHO'", stdout: "me\n" },
      { script: "jq --version", stdout: "jq-1.7.1\n" },
      { script: "jq -e .missing a.json", stdout: "null\n", exitCode: 1 },
      { script: "jq -n '\"bye\\n\"|halt_error(3)'", exitCode: 3, stderr: "bye\n" },
      {
        script: "jq .name a.json nope.json",
        stdout: '"a"\n',
        exitCode: 2,
        stderr: "jq: error: Could not open file nope.json: No such file or directory\n",
      },
      {
        script: "jq '.a.b' <<< '{\"a\":5}'",
        exitCode: 5,
        stderr: 'jq: error (at <stdin>:1): Cannot index number with string "b"\n',
      },
      { script: "jq '.a |' a.json", exitCode: 3, stderr: /syntax error, unexpected end of file/ },
      { script: "jq --wrong . a.json", exitCode: 2, stderr: /Unknown option --wrong/ },
      {
        script:
          "jq -n 'repeat(\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\")' | head -c 10",
        stdout: '"xxxxxxxxx',
        stderr: /output is larger than 16 MB/,
      },
    ],
    files,
  );
});
