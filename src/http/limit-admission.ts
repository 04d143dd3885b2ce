import type { RequestHandler } from 'express';
import type { Admission } from './admission.js';

/** Delay of a rejection, so that a client that ignores `Retry-After` costs little. */
const REJECTION_DELAY_MS = 250;
/** Maximum number of rejections delayed at the same time; further ones are sent immediately. */
const MAX_DELAYED = 1_000;

/** Rejects requests that exceed the limits of admission. */
export function limitAdmission(admission: Admission): RequestHandler {
  let delayed = 0;
  return (request, response, next) => {
    try {
      admission.admit(request, response);
    } catch (error) {
      if (delayed >= MAX_DELAYED) throw error;
      delayed += 1;
      setTimeout(() => {
        delayed -= 1;
        next(error);
      }, REJECTION_DELAY_MS);
      return;
    }
    next();
  };
}
