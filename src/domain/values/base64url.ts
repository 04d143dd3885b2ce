/**
 * Decodes base64url; `undefined` if the text is not the canonical encoding. Node alone would ignore invalid characters.
 */
export function fromBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
