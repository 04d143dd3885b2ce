import { invalidRequest } from './api-error.js';
import type { FormValues } from './form-values.js';

/** Reads metadata and adds it to earlier one, within Stripe's limits. */
export function readMetadata(form: FormValues, path = 'metadata', before: Readonly<Record<string, string>> = {}) {
  const given = form.members(path);
  const all = { ...before, ...given };
  const isLong = Object.entries(given).some(([name, value]) => name.length > 40 || value.length > 500);
  if (isLong || Object.keys(all).length > 50) throw invalidRequest('Metadata has limits.', { param: path });
  return all;
}
