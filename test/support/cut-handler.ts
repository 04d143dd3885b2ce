import type { PaymentHandler } from '../../src/payment-handler.js';

/** A moment of a handler's call: before the provider has acted, or after it, before the portal has the response. */
export type CallMoment = `${'before' | 'after'} ${'authorize' | 'capture' | 'refund' | 'void'}`;

/** Interrupts calls of a handler, each at the next call that reaches the moment. */
export class Cuts {
  private readonly armed = new Map<CallMoment, () => Promise<void>>();

  /** The next call that reaches the moment throws, as if the provider had not responded. */
  fail(moment: CallMoment): void {
    this.armed.set(moment, () => Promise.reject(new Error('the provider does not answer')));
  }

  /** The next call that reaches the moment waits for `release`. `reached` resolves when it does. */
  hold(moment: CallMoment): { readonly reached: Promise<void>; release(): void } {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const reached = new Promise<void>((resolve) => {
      this.armed.set(moment, () => {
        resolve();
        return released;
      });
    });
    return { reached, release };
  }

  clear(): void {
    this.armed.clear();
  }

  async at(moment: CallMoment): Promise<void> {
    const cut = this.armed.get(moment);
    this.armed.delete(moment);
    await cut?.();
  }
}

/** Wraps a handler so that `cuts` can interrupt its calls. */
export function cutHandler(handler: PaymentHandler, cuts: Cuts): PaymentHandler {
  const around = async <R>(name: 'authorize' | 'capture' | 'refund' | 'void', call: () => Promise<R>): Promise<R> => {
    await cuts.at(`before ${name}`);
    const answer = await call();
    await cuts.at(`after ${name}`);
    return answer;
  };
  const capture = handler.capture?.bind(handler);
  return {
    ...handler,
    authorize: (...call) => around('authorize', () => handler.authorize(...call)),
    ...(capture && { capture: (...call) => around('capture', () => capture(...call)) }),
    refund: (...call) => around('refund', () => handler.refund(...call)),
    void: (...call) => around('void', () => handler.void(...call)),
  };
}
