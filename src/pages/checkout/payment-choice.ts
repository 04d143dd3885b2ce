import { type Form, handlerField, readEntry } from './form.js';
import type { Method } from './payment-section.js';

/**
 * The intended payment method is not stored before payment, so the page keeps it in its query: the method, and
 * selections among offered values. Typed entries never appear in addresses.
 */

/** Query such as `handler_id=invoice`; empty for the page's default. */
export function choiceQuery(form: Form, methods: readonly Method[]): URLSearchParams {
  const chosen = methods.find(({ id }) => id === readEntry(form, 'handler_id'));
  if (!chosen) return new URLSearchParams();
  const values = Object.entries(offeredOf(form, chosen));
  return new URLSearchParams(chosen === methods[0] ? values : [['handler_id', chosen.id], ...values]);
}

/** Selections in a page's query. */
export function choiceIn(query: URLSearchParams, methods: readonly Method[]): Form {
  const form = Object.fromEntries(query);
  const chosen = methods.find(({ id }) => id === form.handler_id);
  const offered = methods.flatMap((method) => Object.entries(offeredOf(form, method)));
  return { ...Object.fromEntries(offered), ...(chosen && { handler_id: chosen.id }) };
}

function offeredOf(form: Form, { id, form: { fields } }: Method): Form {
  return Object.fromEntries(
    fields.flatMap(({ name, options = [] }) => {
      const value = readEntry(form, handlerField(id, name));
      return options.some((option) => option.value === value) ? [[handlerField(id, name), value ?? '']] : [];
    }),
  );
}
