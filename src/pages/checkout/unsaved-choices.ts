import { type Form, handlerField, readEntry, wantsBilling } from './form.js';
import type { Method } from './payment-section.js';

/**
 * Choices that are not stored until something is typed or paid, so the page keeps them in its query: the payment
 * method, selections from the values that it offers, and whether there is a separate billing address. Typed entries
 * never appear in URLs.
 */

/** The choice to enter a separate billing address. */
const OWN_BILLING = ['billing', 'other'] as const;

/** Returns a query such as `handler_id=invoice`; empty for the default choices. */
export function choiceQuery(form: Form, methods: readonly Method[]): URLSearchParams {
  const chosen = methods.find(({ id }) => id === readEntry(form, 'handler_id'));
  const query = new URLSearchParams(chosen && offeredOf(form, chosen));
  if (chosen && chosen !== methods[0]) query.set('handler_id', chosen.id);
  if (wantsBilling(form)) query.set(...OWN_BILLING);
  return query;
}

/** Reads the choices from the query of a page. */
export function choiceIn(query: URLSearchParams, methods: readonly Method[]): Form {
  const form = Object.fromEntries(query);
  const chosen = methods.find(({ id }) => id === form.handler_id);
  const offered = methods.flatMap((method) => Object.entries(offeredOf(form, method)));
  const [name, value] = OWN_BILLING;
  return {
    ...Object.fromEntries(offered),
    ...(chosen && { handler_id: chosen.id }),
    ...(form[name] === value && { [name]: value }),
  };
}

function offeredOf(form: Form, { id, form: { fields } }: Method): Form {
  return Object.fromEntries(
    fields.flatMap(({ name, options = [] }) => {
      const value = readEntry(form, handlerField(id, name));
      return options.some((option) => option.value === value) ? [[handlerField(id, name), value ?? '']] : [];
    }),
  );
}
