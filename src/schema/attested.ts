import { z } from 'zod';
import { AttestationError } from '../attestation/attestation-error.js';
import { isJsonObject } from '../attestation/json-object.js';
import type { ErrorCode } from '../domain/errors/portal-error.js';

interface Typed {
  readonly string: string;
  readonly object: object;
  readonly array: readonly unknown[];
}

const OF_TYPE: { readonly [Type in keyof Typed]: (value: unknown) => value is Typed[Type] } = {
  string: (value) => typeof value === 'string',
  object: isJsonObject,
  array: (value): value is readonly unknown[] => Array.isArray(value),
};

/**
 * Schema of a member that the attestation library parses. A value that the library rejects becomes an issue with its
 * code, text and path, so that the same error is reported everywhere. For an absent value or one of another type, the
 * issue has `code`. `form` is the JSON Schema shown in documents and tools.
 */
export function attested<Type extends keyof Typed, T>(
  type: Type,
  form: Readonly<Record<string, unknown>>,
  code: ErrorCode,
  read: (value: Typed[Type]) => T,
): z.ZodType<T, unknown> {
  const isTyped = OF_TYPE[type];
  return z
    .unknown()
    .meta({ type, ...form })
    .transform((value, context) => {
      const refuse = (refusal: { code: string; message: string; path?: (string | number)[] }) => {
        context.addIssue({ ...refusal, code: 'custom', params: { code: refusal.code } });
        return z.NEVER;
      };
      if (value === undefined) return refuse({ code, message: 'is required' });
      if (!isTyped(value)) return refuse({ code, message: `must be a JSON ${type}` });
      try {
        return read(value);
      } catch (error) {
        if (!(error instanceof AttestationError)) throw error;
        return refuse({ code: error.code, message: error.detail, path: [...error.path] });
      }
    });
}
