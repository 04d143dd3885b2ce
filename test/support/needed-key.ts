import { randomUUID } from 'node:crypto';
import { OPERATIONS } from '../../src/operations/index.js';

/** Returns the header with a new idempotency key, if the operation cannot be called without one. */
export function neededHeader(operation: string): Readonly<Record<string, string>> {
  return needsKey(operation) ? { 'idempotency-key': randomUUID() } : {};
}

/** Like `neededHeader`, but returns the argument of the tool. */
export function neededArgument(operation: string): Readonly<Record<string, string>> {
  return needsKey(operation) ? { idempotency_key: randomUUID() } : {};
}

function needsKey(operation: string): boolean {
  return OPERATIONS.some(({ name, needsKey }) => name === operation && needsKey === true);
}
