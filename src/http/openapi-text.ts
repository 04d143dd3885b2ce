import { builtFile } from '../built-file.js';
import type { Operation } from '../calls/define.js';
import { oncePer } from '../domain/values/once-per.js';
import { buildOpenApi } from './openapi.js';

/** Returns the text of `/openapi.json`. The built program reads it from a file of the build. */
export const openApiText = oncePer(
  (operations: readonly Operation[]): string => builtFile('openapi.json') ?? JSON.stringify(buildOpenApi(operations)),
);
