import type { PaymentForm, PaymentHandler } from '../ports.js';

/** How the handlers that this page can pay with are paid, by their id. */
export type HandlerForms = ReadonlyMap<string, PaymentForm>;

/** Of a handler that needs no instrument: its name is enough. */
const BUTTON: PaymentForm = { fields: [], instrument: () => ({}) };

export function handlerFormsOf(handlers: readonly PaymentHandler[]): HandlerForms {
  return new Map(
    handlers.flatMap(({ description, form, needsInstrument }): [string, PaymentForm][] => {
      if (form) return [[description.id, form]];
      return needsInstrument ? [] : [[description.id, BUTTON]];
    }),
  );
}
