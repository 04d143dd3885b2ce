import type { PaymentForm, PaymentHandler } from '../ports.js';

/** Payment forms by handler id. */
export type HandlerForms = ReadonlyMap<string, PaymentForm>;

/** Form of a handler that needs no instrument: a button without fields. */
const BUTTON: PaymentForm = { fields: [], instrument: () => ({}) };

export function handlerFormsOf(handlers: readonly PaymentHandler[]): HandlerForms {
  return new Map(
    handlers.flatMap(({ description, form, needsInstrument }): [string, PaymentForm][] => {
      if (form) return [[description.id, form]];
      return needsInstrument ? [] : [[description.id, BUTTON]];
    }),
  );
}
