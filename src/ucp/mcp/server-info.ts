import { VERSION } from '../../version.js';

/** Name and version that the MCP server reports. */
export const UCP_SERVER_INFO = { name: 'ucp', title: 'Universal Commerce Protocol', version: VERSION };
