import "server-only";
import type { Model, ModelPart, ModelRequest } from "@/lib/core/model/model";

/** A model whose parts a test gives one by one, and that shows what it was asked. */
export class HandFedModel implements Model {
  readonly requests: ModelRequest[] = [];
  readonly #waiting: ((part: ModelPart) => void)[] = [];
  readonly #ready: ModelPart[] = [];

  give(...parts: ModelPart[]): void {
    for (const part of parts) {
      const waiting = this.#waiting.shift();
      if (waiting === undefined) this.#ready.push(part);
      else waiting(part);
    }
  }

  async *stream(request: ModelRequest): AsyncGenerator<ModelPart> {
    this.requests.push(request);
    for (;;) {
      const part = this.#ready.shift() ?? (await new Promise<ModelPart>((resolve) => this.#waiting.push(resolve)));
      yield part;
      if (part.type === "end") return;
    }
  }
}
