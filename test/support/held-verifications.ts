import crypto from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';

type Callback = (error: Error | null, isValid: boolean) => void;

/** Holds asynchronous signature verifications, which run in the thread pool, until the test releases them. */
export interface HeldVerifications {
  /** Resolves when `count` verifications are held. */
  held(count: number): Promise<void>;
  /** Runs all held verifications, and stops holding later ones. */
  release(): void;
  /** Restores the original function, and runs all held verifications. */
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

/** Also replaces the function in modules that imported it by name. */
function replaceWith(verify: unknown): void {
  Reflect.set(crypto, 'verify', verify);
  syncBuiltinESMExports();
}
