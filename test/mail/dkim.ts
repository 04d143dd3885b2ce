import { createHash, type KeyObject, verify } from 'node:crypto';

/** Verifies a DKIM signature (RFC 6376, relaxed/relaxed, rsa-sha256). Returns its domain and selector. */
export function verifyDkim(message: string, key: KeyObject): { readonly d: string; readonly s: string } {
  const end = message.indexOf('\r\n\r\n');
  const headers = message.slice(0, end + 2).match(/[^\r\n]+(\r\n[ \t][^\r\n]+)*\r\n/g) ?? [];
  const [signature = ''] = headers.filter((one) => /^dkim-signature:/i.test(one));
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => tag.replaceAll(/\s+/g, ''))
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)] as const),
  );
  const body = `${message
    .slice(end + 4)
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ \r\n/g, '\r\n')
    .replace(/(\r\n)*$/, '')}\r\n`;
  if (createHash('sha256').update(body, 'latin1').digest('base64') !== tags.get('bh')) throw new Error('wrong body');
  const signed = (tags.get('h') ?? '').split(':').map((name) => {
    const header = headers.findLast((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? '';
    return `${relaxed(header)}\r\n`;
  });
  const unsigned = relaxed(signature).replace(/([; ]b=)[^;]*$/, '$1');
  const data = Buffer.from(signed.join('') + unsigned, 'latin1');
  if (!verify('sha256', data, key, Buffer.from(tags.get('b') ?? '', 'base64'))) throw new Error('wrong signature');
  return { d: tags.get('d') ?? '', s: tags.get('s') ?? '' };
}

function relaxed(header: string): string {
  const at = header.indexOf(':');
  const value = header
    .slice(at + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim();
  return `${header.slice(0, at).trim().toLowerCase()}:${value}`;
}
