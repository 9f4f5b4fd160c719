import type { EmbeddingService } from "./embedding-service";
import { unitVector } from "./unit-vector";

const SHORTEST_GRAM = 2;
const LONGEST_GRAM = 4;
/** A text is one point, however long; what comes after this says little more about it. */
const MOST_CHARACTERS = 20_000;
/** Two neighbouring words against one piece of a word: "from Rome to Paris" must not pass for "from Paris to Rome". */
const PAIR_WEIGHT = 2.5;

export interface LexicalEmbedding extends EmbeddingService {
  readonly name: string;
  embed(text: string): Float32Array;
}

/**
 * Compares texts by their letters, not by what they mean: pieces of two to four characters of each word, counted in
 * hashed places. Needs no model and no network, and gives the same vector of length 1 for the same text everywhere. Case,
 * punctuation, accents' spelling and white space make no difference; a synonym is a different word.
 */
export function lexicalEmbedding({ dimensions = 256 }: { dimensions?: number } = {}): LexicalEmbedding {
  return { name: `lexical-${dimensions}`, embed: (text) => embed(text, dimensions) };
}

function embed(text: string, dimensions: number): Float32Array {
  const weights = new Map<number, number>();
  const words = wordsOf(text);
  for (const word of words) {
    // The ends of a word say more than its middle, so they are part of the pieces.
    const framed = ` ${word} `;
    for (let size = SHORTEST_GRAM; size <= LONGEST_GRAM; size += 1) {
      for (let start = 0; start + size <= framed.length; start += 1) {
        add(weights, hashOf(framed, start, start + size), 1);
      }
    }
    add(weights, hashOf(framed, 0, framed.length), 1);
  }
  for (let index = 1; index < words.length; index += 1) {
    const pair = `${words[index - 1]} ${words[index]}`;
    add(weights, hashOf(pair, 0, pair.length), PAIR_WEIGHT);
  }
  const vector = new Float32Array(dimensions);
  for (const [hash, sum] of weights) {
    const place = (hash >>> 1) % dimensions;
    // A piece that comes often says little more than one that comes once.
    const weight = sum > PAIR_WEIGHT ? PAIR_WEIGHT * (1 + Math.log(sum / PAIR_WEIGHT)) : sum;
    vector[place] = (vector[place] ?? 0) + ((hash & 1) === 0 ? weight : -weight);
  }
  const unit = unitVector(vector);
  if (unit !== undefined) return unit;
  // A text without a letter, or whose pieces cancel out, still gets a place of its own.
  vector[hashOf(text, 0, text.length) % dimensions] = 1;
  return vector;
}

function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, MOST_CHARACTERS)
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

function add(weights: Map<number, number>, hash: number, weight: number): void {
  weights.set(hash, (weights.get(hash) ?? 0) + weight);
}

/** FNV-1a over UTF-16 units with a last mixing, so that neighbouring texts land far apart. Never negative. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index += 1) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
