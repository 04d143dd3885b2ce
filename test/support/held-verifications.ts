import crypto from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';

type Callback = (error: Error | null, isValid: boolean) => void;

/** Holds the verifications that are given to the pool of threads until they are let go on. */
export interface HeldVerifications {
  /** Resolves when so many are held. */
  held(count: number): Promise<void>;
  /** Lets all that are held go on, and those that come. */
  release(): void;
  /** Puts the function back, and holds none any more. */
  restore(): void;
}

export function holdVerifications(): HeldVerifications {
  const real = crypto.verify;
  const events = new EventEmitter();
  const waiting: (() => void)[] = [];
  let isHolding = true;
  const held = (algorithm: null, data: Buffer, key: crypto.KeyObject, signature: Buffer, callback?: Callback) => {
    if (!callback) return real(algorithm, data, key, signature);
    const goOn = () => real(algorithm, data, key, signature, callback);
    if (!isHolding) return goOn();
    waiting.push(goOn);
    events.emit('held');
  };
  const release = () => {
    isHolding = false;
    for (const goOn of waiting.splice(0)) goOn();
  };
  replaceWith(held);
  return {
    async held(count) {
      while (waiting.length < count) await once(events, 'held');
    },
    release,
    restore() {
      replaceWith(real);
      release();
    },
  };
}

/** Modules that have imported the function by its name get the other one too. */
function replaceWith(verify: unknown): void {
  Reflect.set(crypto, 'verify', verify);
  syncBuiltinESMExports();
}
