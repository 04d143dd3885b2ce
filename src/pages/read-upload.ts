import express, { type Request, type Response } from 'express';
import { PortalError } from '../domain/errors/portal-error.js';
import { type Form, formOf } from './checkout/form.js';

/** Maximum size of a form with a file, in bytes. */
const UPLOAD_LIMIT = 4 * 1024 * 1024;

const readBytes = express.raw({ type: 'multipart/form-data', limit: UPLOAD_LIMIT });

/** A form with at most one file. */
export interface Upload {
  /** The texts of the form. */
  readonly form: Form;
  /** The field `file`; `undefined` if no file was chosen. */
  readonly file: { readonly name: string; readonly bytes: Buffer } | undefined;
}

/**
 * Reads the form with a file that a browser has sent. Call it only for people who may send files, since it is held in
 * memory.
 * @throws PortalError `invalid_request`, `payload_too_large`
 */
export async function readUpload(request: Request, response: Response): Promise<Upload> {
  const body = await readBody(request, response);
  const type = request.headers['content-type'] ?? '';
  const data = await new globalThis.Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new PortalError('invalid_request', 'The form could not be read.');
  });
  const file = data.get('file');
  return { form: formOf(Object.fromEntries(data)), file: await contentOf(file) };
}

async function contentOf(file: ReturnType<FormData['get']>): Promise<Upload['file']> {
  if (file === null || typeof file === 'string' || file.size === 0) return undefined;
  return { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) };
}

function readBody(request: Request, response: Response): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) =>
    readBytes(request, response, (error: unknown) => {
      const body: unknown = request.body;
      if (isTooLarge(error)) reject(new PortalError('payload_too_large', 'The file has more than 4 MiB.'));
      else if (error || !(body instanceof Uint8Array))
        reject(new PortalError('invalid_request', 'The form could not be read.'));
      else resolve(new Uint8Array(body));
    }),
  );
}

function isTooLarge(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 413;
}
