/**
 * `end`: the person has finished. `link`: the person wants a link. `files`: the person wants to choose files. `comment`: the
 * person wants to comment on the selected words.
 */
export type Ask = "end" | "link" | "files" | "comment";

/** What extensions of the editor ask of the component around it. They live as long as the editor, and outlive its renders. */
export class Asks {
  readonly #events = new EventTarget();

  ask(what: Ask): void {
    this.#events.dispatchEvent(new Event(what));
  }

  /** Returns a function that ends the answering. */
  answer(what: Ask, answer: () => void): () => void {
    this.#events.addEventListener(what, answer);
    return () => this.#events.removeEventListener(what, answer);
  }
}
