import type { Sandbox } from './sandbox.js';

/** A check of the suite. It fails if `run` throws. */
export interface Check {
  /** Short name in `a-z_`. */
  readonly name: string;
  /** The outcome that is checked, as a sentence without a full stop. */
  readonly title: string;
  run(sandbox: Sandbox): Promise<void>;
}
