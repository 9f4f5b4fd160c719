/** Vectors of one length side by side in one block of memory, so that the most like one is found in one pass. */
export class VectorGroup {
  private readonly keys: string[] = [];
  private readonly places = new Map<string, number>();
  private block: Float32Array;

  constructor(private readonly dimensions: number) {
    this.block = new Float32Array(dimensions * 8);
  }

  get size(): number {
    return this.keys.length;
  }

  set(key: string, vector: Float32Array): void {
    let place = this.places.get(key);
    if (place === undefined) {
      place = this.keys.length;
      this.keys.push(key);
      this.places.set(key, place);
      if ((place + 1) * this.dimensions > this.block.length) {
        const larger = new Float32Array(this.block.length * 2);
        larger.set(this.block);
        this.block = larger;
      }
    }
    this.block.set(vector, place * this.dimensions);
  }

  /** The last one takes the place of the one that leaves. */
  delete(key: string): void {
    const place = this.places.get(key);
    const last = this.keys.pop();
    if (place === undefined || last === undefined) return;
    this.places.delete(key);
    if (last === key) return;
    this.keys[place] = last;
    this.places.set(last, place);
    const from = this.keys.length * this.dimensions;
    this.block.copyWithin(place * this.dimensions, from, from + this.dimensions);
  }

  /** Both sides have length 1, so the product is the likeness. */
  nearest(vector: Float32Array): { key: string; similarity: number } | undefined {
    const { block, dimensions, keys } = this;
    let best = -1;
    let similarity = Number.NEGATIVE_INFINITY;
    for (let place = 0; place < keys.length; place += 1) {
      const product = productAt(block, place * dimensions, vector, dimensions);
      if (product > similarity) {
        similarity = product;
        best = place;
      }
    }
    const key = keys[best];
    return key === undefined ? undefined : { key, similarity };
  }
}

/** Four sums at once: one alone waits for each addition to end before the next begins. */
function productAt(block: Float32Array, offset: number, vector: Float32Array, dimensions: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  const whole = dimensions - (dimensions % 4);
  for (let index = 0; index < whole; index += 4) {
    const at = offset + index;
    a += (block[at] as number) * (vector[index] as number);
    b += (block[at + 1] as number) * (vector[index + 1] as number);
    c += (block[at + 2] as number) * (vector[index + 2] as number);
    d += (block[at + 3] as number) * (vector[index + 3] as number);
  }
  for (let index = whole; index < dimensions; index += 1) {
    a += (block[offset + index] as number) * (vector[index] as number);
  }
  return a + b + c + d;
}
