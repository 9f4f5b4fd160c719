import type { ITheme } from "@xterm/xterm";

/** xterm wants plain colours; the tokens are `oklch`. A canvas turns any CSS colour into one. */
export function terminalTheme(element: HTMLElement): ITheme {
  const style = getComputedStyle(element);
  const token = (name: string) => plainColour(style.getPropertyValue(`--${name}`).trim());
  return {
    background: token("card"),
    foreground: token("card-foreground"),
    cursor: token("primary"),
    cursorAccent: token("card"),
    selectionBackground: token("primary-line"),
    black: token("muted-foreground"),
    red: token("danger-text"),
    green: token("code-string"),
    yellow: token("code-comment"),
    blue: token("code-literal"),
    magenta: token("code-number"),
    cyan: token("primary-text"),
    white: token("foreground"),
    brightBlack: token("muted-foreground"),
    brightRed: token("danger-text"),
    brightGreen: token("code-string"),
    brightYellow: token("code-comment"),
    brightBlue: token("code-literal"),
    brightMagenta: token("code-number"),
    brightCyan: token("primary-text"),
    brightWhite: token("foreground"),
  };
}

function plainColour(colour: string): string | undefined {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (context === null || colour === "") return undefined;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}
