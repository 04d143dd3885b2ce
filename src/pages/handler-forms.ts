import type { PaymentForm, PaymentHandler } from '../ports.js';

/** The forms of the handlers that this page can pay with, by handler id. */
export type HandlerForms = ReadonlyMap<string, PaymentForm>;

/** A handler that needs no instrument gets a form without fields. */
const BUTTON: PaymentForm = { fields: [], instrument: () => ({}) };

export function handlerFormsOf(handlers: readonly PaymentHandler[]): HandlerForms {
  return new Map(
    handlers.flatMap(({ description, form, needsInstrument }): [string, PaymentForm][] => {
      if (form) return [[description.id, form]];
      return needsInstrument ? [] : [[description.id, BUTTON]];
    }),
  );
}
