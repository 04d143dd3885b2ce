import { gunzipSync, gzipSync } from 'node:zlib';
import { PortalError } from '../../../domain/errors/portal-error.js';
import { STOCK_MODES, type StockMode } from '../../../domain/shop/imported-stock.js';
import { FORMATS, type Format } from '../../../feeds/read-file.js';
import { type Form, readEntry } from '../../checkout/form.js';
import { type Html, html } from '../../html.js';
import type { Upload } from '../../read-upload.js';

/** Maximum size of a file, in bytes. */
const MAX_FILE = 3 * 1024 * 1024;

/** A file of items, and how it is read. */
export interface ImportFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly format: Format;
  readonly stock: StockMode;
  readonly allowFree: boolean;
}

/**
 * Reads the file that a person has chosen; `undefined` without one.
 * @throws PortalError `payload_too_large`
 */
export function chosenFile({ form, file }: Upload): ImportFile | undefined {
  if (!file) return undefined;
  if (file.bytes.length > MAX_FILE) throw new PortalError('payload_too_large', 'The file has more than 3 MiB.');
  return { ...file, ...readRules(form) };
}

/**
 * Reads the file that the table of changes has sent back.
 * @throws PortalError `invalid_request`
 */
export function returnedFile(form: Form): ImportFile {
  try {
    const bytes = gunzipSync(Buffer.from(form.content ?? '', 'base64'), { maxOutputLength: MAX_FILE });
    return { name: readEntry(form, 'name') ?? '', bytes, ...readRules(form) };
  } catch {
    throw new PortalError('invalid_request', 'The form has no file.');
  }
}

/** Renders the fields that send a file back. Browsers change the ends of lines in texts, so it is encoded. */
export function fileFields({ name, bytes, format, stock, allowFree }: ImportFile): Html {
  const fields = { name, format, stock, content: gzipSync(bytes).toString('base64') };
  return html`${Object.entries(fields).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}${
    allowFree && html`<input type="hidden" name="allow_free" value="1">`
  }`;
}

function readRules(form: Form): Pick<ImportFile, 'format' | 'stock' | 'allowFree'> {
  return {
    format: FORMATS.find((one) => one === readEntry(form, 'format')) ?? 'auto',
    stock: STOCK_MODES.find((one) => one === readEntry(form, 'stock')) ?? 'keep',
    allowFree: readEntry(form, 'allow_free') !== undefined,
  };
}
