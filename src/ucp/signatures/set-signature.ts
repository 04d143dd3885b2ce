import type { Response } from 'express';
import { toJsonBytes } from '../../calls/json-text.js';
import { JSON_TYPE } from '../../http/reply.js';
import { type Signer, signedAnswer } from './sign.js';

/** Signs a JSON response about to be sent. The signed bytes equal those that `sendJson` sends. */
export function setSignature(response: Response, signer: Signer, status: number, body: unknown, now: number): void {
  const bytes = Buffer.from(toJsonBytes(body), 'latin1');
  for (const [name, value] of Object.entries(signedAnswer(signer, status, bytes, JSON_TYPE, now))) {
    response.setHeader(name, value);
  }
}
