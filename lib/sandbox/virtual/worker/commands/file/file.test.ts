import { describe } from "vitest";
import { describeCommands } from "@/lib/testing/describe-commands";

const PNG = "\\x89PNG\\r\\n\\x1a\\n\\0\\0\\0\\rIHDR\\0\\0\\0\\x10\\0\\0\\0\\x08\\x08\\x06\\0\\0\\0";

describe("file", () => {
  describeCommands(
    [
      { script: "file a.txt data.json", stdout: "a.txt:     ASCII text\ndata.json: JSON text data\n" },
      {
        script: "file -i a.txt dir",
        stdout: "a.txt: text/plain; charset=us-ascii\ndir:   inode/directory; charset=binary\n",
      },
      {
        script: `printf '${PNG}' | file -`,
        stdout: "/dev/stdin: PNG image data, 16 x 8, 8-bit/color RGBA, non-interlaced\n",
      },
      { script: `printf '${PNG.slice(0, 24)}' | file -b -`, stdout: "data\n" },
      { script: "file -b --mime-type run.sh", stdout: "text/x-shellscript\n" },
      {
        script: "ln -s nowhere l; file l; file -i l",
        stdout: "l: broken symbolic link to nowhere\nl: inode/symlink\n",
      },
      { script: "file nope; echo $?", stdout: "nope: cannot open `nope' (No such file or directory)\n0\n" },
      { script: "file -k a.txt", exitCode: 1, stderr: "file: option k: only the best answer is given\n" },
      { script: "file", exitCode: 1, stderr: /^Usage: file/ },
    ],
    { "a.txt": "hello\n", "data.json": '{"a":1}\n', "run.sh": "#!/bin/bash\n", "dir/x": "" },
  );
});
