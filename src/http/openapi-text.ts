import { builtFile } from '../built-file.js';
import type { Operation } from '../calls/define.js';
import { oncePer } from '../domain/values/once-per.js';
import { buildOpenApi } from './openapi.js';

/** The text of `/openapi.json`; in the built program it is read from a file of the build. */
export const openApiText = oncePer(
  (operations: readonly Operation[]): string => builtFile('openapi.json') ?? JSON.stringify(buildOpenApi(operations)),
);
