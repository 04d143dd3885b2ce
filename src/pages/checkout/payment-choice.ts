import { entered, type Form, handlerField } from './form.js';
import type { Method } from './payment-section.js';

/**
 * How a person means to pay is saved nowhere before they do. So a page that a button leads back to has it in its query: the
 * method, and what was chosen of the values that the page itself offers. What was typed is in no address.
 */

/** `?handler_id=invoice`; empty for what the page shows by itself. */
export function choiceQuery(form: Form, methods: readonly Method[]): string {
  const chosen = methods.find(({ id }) => id === entered(form, 'handler_id'));
  if (!chosen) return '';
  const values = Object.entries(offeredOf(form, chosen));
  const query = new URLSearchParams(chosen === methods[0] ? values : [['handler_id', chosen.id], ...values]);
  return query.size === 0 ? '' : `?${query}`;
}

/** What the query of a page chooses; empty for one that chooses nothing. */
export function choiceIn(query: URLSearchParams, methods: readonly Method[]): Form {
  const form = Object.fromEntries(query);
  const chosen = methods.find(({ id }) => id === form.handler_id);
  const offered = methods.flatMap((method) => Object.entries(offeredOf(form, method)));
  return { ...Object.fromEntries(offered), ...(chosen && { handler_id: chosen.id }) };
}

function offeredOf(form: Form, { id, form: { fields } }: Method): Form {
  return Object.fromEntries(
    fields.flatMap(({ name, options = [] }) => {
      const value = entered(form, handlerField(id, name));
      return options.some((option) => option.value === value) ? [[handlerField(id, name), value ?? '']] : [];
    }),
  );
}
