/**
 * Reads the body of a `fetch` response up to a limit, so that an endless body cannot fill the memory.
 * @throws Error when the body has more than `most` bytes or cannot be read
 */
export async function responseBytes({ body }: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > most) throw new Error(`the answer has more than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
