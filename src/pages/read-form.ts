import express, { type Request, type Response } from 'express';
import { PortalError } from '../domain/errors/portal-error.js';
import { type Form, formOf } from './checkout/form.js';

/** Maximum size of a form, in bytes. */
const FORM_LIMIT = 64 * 1024;

const parseForm = express.urlencoded({ extended: false, limit: FORM_LIMIT, parameterLimit: 2_500 });

/**
 * Reads the form that a browser has sent.
 * @throws PortalError `invalid_request`
 */
export function readForm(request: Request, response: Response): Promise<Form> {
  return new Promise((resolve, reject) =>
    parseForm(request, response, (error) => {
      if (error) reject(new PortalError('invalid_request', 'The form could not be read.'));
      else resolve(formOf(request.body));
    }),
  );
}
