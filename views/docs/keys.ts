/** A key of the demo shop, and what it may do. */
export interface DemoKey {
  readonly key: string;
  readonly scopes: readonly string[];
}

/** The keys that the portal gives to browsers on its own machine; elsewhere none. */
export async function demoKeys(): Promise<readonly DemoKey[]> {
  try {
    const response = await fetch('/docs/demo-keys.json');
    return keysIn(await response.json());
  } catch {
    return [];
  }
}

function keysIn(body: unknown): DemoKey[] {
  const listed = memberOf(body, 'keys');
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((one: unknown) => {
    const key = memberOf(one, 'key');
    const scopes = memberOf(one, 'scopes');
    return typeof key === 'string' && Array.isArray(scopes) ? [{ key, scopes: scopes.map(String) }] : [];
  });
}

export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
