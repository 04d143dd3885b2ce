import type { Client } from '@modelcontextprotocol/client';

/**
 * Calls a tool and returns its text.
 * @throws Error when the call fails
 */
export async function textOf(client: Client, name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: { ...args } });
  const [first] = content;
  if (isError || first?.type !== 'text') throw new Error(`${name}: ${JSON.stringify(content)}`);
  return first.text;
}
