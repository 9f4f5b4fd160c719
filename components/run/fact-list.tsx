import { renderVisible } from "../ui/render-visible";

/** Names and what they hold, one under the other; a fact that is not there has no line. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: string | undefined])[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-3 py-2 text-xs leading-5">
      {facts.map(([name, value]) =>
        value === undefined ? null : (
          <div className="contents" key={name}>
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{renderVisible(value)}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
