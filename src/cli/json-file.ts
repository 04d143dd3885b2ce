import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { issueText } from '../calls/input-error.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { assertExactNumbers } from '../json/exact-numbers.js';
import { parseStrictJson } from '../json/strict-json.js';
import { CommandError } from './output.js';

const STDIN = 0;

/**
 * Reads a file as text; `-` is standard input.
 * @throws CommandError when the file cannot be read or is not UTF-8
 */
export function readText(file: string): string {
  return new TextDecoder().decode(readBytes(file));
}

/**
 * Reads a UTF-8 file as bytes, which need less memory than text.
 * @throws CommandError when the file cannot be read or is not UTF-8
 */
export function readBytes(file: string): Buffer {
  const bytes = readAnyBytes(file);
  if (isUtf8(bytes)) return bytes;
  throw new CommandError(`cannot read ${file}: it is not UTF-8`);
}

/**
 * Reads a file of any encoding; `-` is standard input.
 * @throws CommandError when the file cannot be read
 */
export function readAnyBytes(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? STDIN : file);
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Parses a JSON file strictly, because its exact bytes matter and must allow only one interpretation.
 * @throws CommandError when the file cannot be read or is not strict JSON
 */
export function readStrictJson(file: string): unknown {
  const text = readText(file);
  try {
    const value = parseStrictJson(Buffer.from(text), { what: file, anyNumber: true });
    assertExactNumbers(text);
    return value;
  } catch (error) {
    if (error instanceof PortalError) throw new CommandError(error.detail);
    throw error;
  }
}

/** @throws CommandError when the file cannot be read or is not JSON */
export function readJsonFile(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${file} is not a JSON file`);
  }
}

/**
 * Reads a JSON file and validates it against a schema.
 * @throws CommandError that names the first invalid member
 */
export function readJsonAs<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  const json = readJsonFile(file);
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CommandError(`${file}: ${issue ? issueText(issue, json, 'the file') : 'not of the documented form'}`);
}
