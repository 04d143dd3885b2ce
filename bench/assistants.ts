import { callTool, connect } from '../test/oauth/assistant.js';
import { FIVE, type Shop } from './shop.js';

/**
 * Connects an assistant over OAuth for each cart, and fills its own cart with the same five lines. Returns the access
 * tokens by connection.
 */
export async function connectAssistants({ url, carts }: Pick<Shop, 'url' | 'carts'>): Promise<readonly string[]> {
  const line_items = FIVE.map((item, index) => ({ item: { id: item }, quantity: index + 1 }));
  const tokens: string[] = [];
  for (const _cart of carts) {
    const { access_token } = (await connect(url)).tokens;
    const { status } = await callTool(url, access_token, 'add_line_items', { line_items });
    if (status !== 200) throw new Error(`add_line_items with an access token: ${status}`);
    tokens.push(access_token);
  }
  return tokens;
}
