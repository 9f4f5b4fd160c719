/** jsdom draws nothing and so cannot be asked what is drawn; `display: none` on an element or above it is what the tests use. */
if (typeof Element !== "undefined" && Element.prototype.checkVisibility === undefined) {
  Element.prototype.checkVisibility = function checkVisibility(this: Element): boolean {
    for (let element: Element | null = this; element !== null; element = element.parentElement) {
      if (getComputedStyle(element).display === "none") return false;
    }
    return true;
  };
}
