"use client";

import { gallerySections } from "./gallery-sections";

/** All sections, or the one that is asked for: `?section=cards`. */
export function Gallery({ section }: { section: string | undefined }) {
  const chosen = gallerySections.find((candidate) => candidate.name === section);
  if (chosen?.fullPage) return chosen.render();
  const shown = chosen === undefined ? gallerySections.filter((candidate) => !candidate.fullPage) : [chosen];
  return (
    <main className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-8 p-4">
      <nav aria-label="Sections" className="flex flex-wrap gap-3 text-xs">
        {gallerySections.map((each) => (
          <a key={each.name} href={`?section=${each.name}`} className="text-primary-text hover:underline">
            {each.name}
          </a>
        ))}
      </nav>
      {shown.map((each) => (
        <section key={each.name} aria-label={each.name} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <h2 className="font-semibold text-lg">{each.name}</h2>
          {each.render()}
        </section>
      ))}
    </main>
  );
}
