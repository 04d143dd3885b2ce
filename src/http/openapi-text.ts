import { builtFile } from '../built-file.js';
import type { Operation } from '../calls/define.js';
import { openApiOf } from './openapi.js';

/** What `/openapi.json` answers; of the built program, as the build has written it. */
export function openApiText(operations: readonly Operation[]): string {
  return builtFile('openapi.json') ?? JSON.stringify(openApiOf(operations));
}
