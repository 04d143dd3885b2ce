/** Codes of JSON-RPC 2.0, 5.1. */
const CODES = { invalid_request: -32600, invalid_params: -32602, internal_error: -32603 } as const;

/**
 * An error whose code and message are the response to a JSON-RPC request. The SDK treats any error with a whole number
 * as its code like this; its own class would load the SDK, which few messages need.
 */
export class ProtocolError extends Error {
  readonly code: number;

  constructor(code: keyof typeof CODES, message: string) {
    super(message);
    this.name = 'ProtocolError';
    this.code = CODES[code];
  }
}
