interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly type?: string; readonly text?: string }[];
}

/** Casts a result, since both clients validate results before they return them. */
function asResult(result: unknown): ToolResult {
  return result as ToolResult;
}

/** Parses the JSON of a tool result's only text. Any structured content must be equal to it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form they assert
export function parseToolResult(result: unknown): any {
  const { structuredContent, content } = asResult(result);
  const [text, ...more] = content;
  if (text?.type !== 'text' || text.text === undefined || more.length > 0)
    throw new Error(`not one text: ${JSON.stringify(content)}`);
  const said: unknown = JSON.parse(text.text);
  if (structuredContent !== undefined && JSON.stringify(structuredContent) !== JSON.stringify(said))
    throw new Error('text and structured content differ');
  return said;
}

export function isErrorResult(result: unknown): boolean {
  return asResult(result).isError === true;
}

export function isStructured(result: unknown): boolean {
  return asResult(result).structuredContent !== undefined;
}
