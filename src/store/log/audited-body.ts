/** Parses the untrusted body of a row. Returns `undefined` if it is not an object, or its id is not the row's key. */
export function parseBody({ key, body }: { readonly key: unknown; readonly body: string }): object | undefined {
  const row = parseObject(body);
  return row && Reflect.get(row, 'id') === key ? row : undefined;
}

/** Describes the first column that differs from the body's member of the same name. */
export function findCopyFault(columns: object, body: object, copies: readonly string[]): string | undefined {
  const wrong = copies.find((column) => Reflect.get(columns, column) !== Reflect.get(body, column));
  return wrong === undefined ? undefined : `its column ${wrong} differs from its body`;
}

function parseObject(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
