import { builtFile } from '../built-file.js';
import type { Operation } from '../calls/define.js';
import { openApiOf } from './openapi.js';

/** The text of `/openapi.json`; in the built program it is a file of the build. */
export function openApiText(operations: readonly Operation[]): string {
  return builtFile('openapi.json') ?? JSON.stringify(openApiOf(operations));
}
