/** Work that many events ask for and that is done once. */

/** Runs `work` when no more calls came for a while. */
export class Soon {
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
