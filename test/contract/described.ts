import type { Operation } from '../../src/calls/define.js';
import { operations } from './operations-contract.js';

/** An operation as the documents describe it or, if they do not name it, as it is declared. Test tables use it. */
export interface Described {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly scope: string;
  /** True if the operation is a tool as well as a route. */
  readonly tool: boolean;
}

/** Every operation of a registry that has a route. */
export function describedIn(registry: readonly Operation[]): readonly Described[] {
  return registry.flatMap(({ name, http, scope, mcp }) => {
    if (!http) return [];
    const documented = operations.find((one) => one.name === name);
    return [documented ?? { name, method: http.method.toUpperCase(), path: http.path, scope, tool: mcp !== undefined }];
  });
}
