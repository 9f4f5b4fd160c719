import { afterAll, beforeAll } from "vitest";

/** jsdom lays nothing out, so a virtual list draws no rows. Makes every box this large and every measured row this tall. */
export function giveElementsASize(width: number, height: number, rowHeight = 40): void {
  const sizes: [object, string, number][] = [
    [Element.prototype, "clientWidth", width],
    [Element.prototype, "clientHeight", height],
    [HTMLElement.prototype, "offsetWidth", width],
    [HTMLElement.prototype, "offsetHeight", rowHeight],
  ];
  const originals: [object, string, PropertyDescriptor | undefined][] = [];
  beforeAll(() => {
    for (const [prototype, name, value] of sizes) {
      originals.push([prototype, name, Object.getOwnPropertyDescriptor(prototype, name)]);
      Object.defineProperty(prototype, name, { configurable: true, get: () => value });
    }
  });
  afterAll(() => {
    for (const [prototype, name, original] of originals) {
      if (original !== undefined) Object.defineProperty(prototype, name, original);
    }
  });
}
