/** JSON-RPC request that subscribes to changes of these lists (MCP 2026-07-28). */
export function listenRequest(...lists: readonly ('tools' | 'prompts' | 'resources')[]) {
  return {
    jsonrpc: '2.0',
    id: 7,
    method: 'subscriptions/listen',
    params: {
      notifications: Object.fromEntries(lists.map((list) => [`${list}ListChanged`, true])),
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  };
}
