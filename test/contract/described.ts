import type { Operation } from '../../src/calls/define.js';
import { operations } from './operations-contract.js';

/** What the tables of tests are made from: what the documents say of an operation, and its declaration where they do not name it. */
export interface Described {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly scope: string;
  /** It is a tool as well as a route. */
  readonly tool: boolean;
}

/** Every route of a registry. */
export function describedIn(registry: readonly Operation[]): readonly Described[] {
  return registry.flatMap(({ name, http, scope, mcp }) => {
    if (!http) return [];
    const documented = operations.find((one) => one.name === name);
    return [documented ?? { name, method: http.method.toUpperCase(), path: http.path, scope, tool: mcp !== undefined }];
  });
}
