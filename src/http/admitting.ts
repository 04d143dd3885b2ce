import type { RequestHandler } from 'express';
import type { Admission } from './admission.js';

/** How long a refusal is held: a client that asks again at once, whatever `Retry-After` says, costs little then. Milliseconds. */
const HELD = 250;
/** Refusals that are held at once; further ones are answered at once. */
const MOST_HELD = 1_000;

/** Refuses the requests that are more than the portal takes. */
export function admitting(admission: Admission): RequestHandler {
  let held = 0;
  return (request, response, next) => {
    try {
      admission.admit(request, response);
    } catch (error) {
      if (held >= MOST_HELD) throw error;
      held += 1;
      setTimeout(() => {
        held -= 1;
        next(error);
      }, HELD);
      return;
    }
    next();
  };
}
