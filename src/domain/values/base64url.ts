/** The bytes of a base64url text; undefined when it has anything else in it, which decoders pass over in silence. */
export function fromBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
