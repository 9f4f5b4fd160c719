/** One place in a chain. */
export interface Link<T> {
  readonly item: T;
  before: Link<T> | undefined;
  after: Link<T> | undefined;
}

/** An order in which anything can leave from anywhere at the same cost, whatever its length. */
export class Chain<T> {
  first: Link<T> | undefined;
  last: Link<T> | undefined;

  add(item: T): Link<T> {
    const link: Link<T> = { item, before: this.last, after: undefined };
    if (this.last === undefined) this.first = link;
    else this.last.after = link;
    this.last = link;
    return link;
  }

  remove(link: Link<T>): void {
    if (link.before === undefined) this.first = link.after;
    else link.before.after = link.after;
    if (link.after === undefined) this.last = link.before;
    else link.after.before = link.before;
  }
}
