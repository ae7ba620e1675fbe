/** Work that many events request but that runs only once. */

/** Runs `work` once no more requests have come for a while. */
export class Debounced {
  private timer: NodeJS.Timeout | undefined;
  private readonly work: () => void;
  private readonly delay: number;

  /** `delay` is in milliseconds. */
  constructor(work: () => void, delay: number) {
    this.work = work;
    this.delay = delay;
  }

  request(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.work, this.delay);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}
