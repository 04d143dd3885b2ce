import { errorRows } from './error-row.js';

/** Error codes of webhooks and their deliveries. */
export const WEBHOOK_ERRORS = errorRows({
  webhook_not_found: {
    status: 404,
    when: 'The webhook does not exist or belongs to another organization; the response is the same.',
    fix: 'List the webhooks and use an id from there.',
  },
  delivery_not_found: {
    status: 404,
    when: 'No delivery to this webhook has this id, or it is older than 30 days.',
    fix: "List the webhook's deliveries and use an id from there.",
  },
  webhook_not_active: {
    status: 409,
    when: 'The webhook is paused, or was stopped because its receiver responded with 410. Nothing is sent to it.',
    fix: 'Set its `status` to `active` first.',
  },
  delivery_erased: {
    status: 409,
    when: 'The body of the delivery was removed when a person was erased.',
    fix: 'Read the object itself, which has the remaining data.',
  },
});
