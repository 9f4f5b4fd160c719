import { Fragment, type ReactNode } from "react";
import { HIDDEN_CHARACTER_CLASS, renderVisible } from "../ui/render-visible";

/** A file's name or path in one line: also a line break in it is drawn, as a boxed sign. */
export function renderName(name: string): ReactNode {
  if (!/[\r\n]/.test(name)) return renderVisible(name);
  return name.split(/(\r\n|\r|\n)/).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one name never move
    <Fragment key={index}>
      {index % 2 === 0 ? (
        renderVisible(piece)
      ) : (
        <span className={HIDDEN_CHARACTER_CLASS} data-hidden-character="line break" title="line break">
          ⏎
        </span>
      )}
    </Fragment>
  ));
}
