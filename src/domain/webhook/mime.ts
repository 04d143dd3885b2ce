/** A MIME entity (RFC 2045): its header fields, each with its first value, and its body, not decoded. */
export interface Entity {
  /** Names are in lower case, folded values on one line. */
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Maximum header fields of an entity that are read. */
const MAX_FIELDS = 500;

/** Maximum parts of an entity that are read. */
const MAX_PARTS = 100;

/** Reads an entity. Bytes are characters of ISO 8859-1. */
export function readEntity(text: string): Entity {
  const lines = text.replaceAll('\r\n', '\n');
  const end = lines.startsWith('\n') ? 0 : lines.indexOf('\n\n');
  if (end < 0) return { fields: readFields(lines), body: '' };
  return { fields: readFields(lines.slice(0, end)), body: lines.slice(end).replace(/^\n{1,2}/, '') };
}

/** Reads header fields, or a group of them. Lines that are no field are left out. */
export function readFields(block: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of block.replaceAll(/\n[ \t]+/g, ' ').split('\n', MAX_FIELDS)) {
    const end = line.indexOf(':');
    const name = line.slice(0, Math.max(end, 0)).trim().toLowerCase();
    if (name !== '' && !fields.has(name)) fields.set(name, line.slice(end + 1).trim());
  }
  return fields;
}

/** Returns the media type of an entity in lower case, `text/plain` by default. */
export function typeOf({ fields }: Entity): string {
  return (fields.get('content-type') ?? 'text/plain').split(';', 1).join('').trim().toLowerCase();
}

/** Returns a parameter of the content type; `undefined` if it is absent. */
export function parameterOf({ fields }: Entity, name: string): string | undefined {
  const all = fields.get('content-type') ?? '';
  for (const [, key = '', quoted, plain] of all.matchAll(/;\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s;"]+))/g))
    if (key.toLowerCase() === name) return quoted ?? plain;
  return undefined;
}

/** Returns the first parts of a multipart entity. An absent end is ignored, since large reports are cut off. */
export function partsOf(entity: Entity): Entity[] {
  const boundary = parameterOf(entity, 'boundary');
  if (boundary === undefined || boundary === '') return [];
  const parts: string[][] = [];
  for (const line of entity.body.split('\n')) {
    const mark = line.trimEnd();
    if (mark === `--${boundary}--` || parts.length > MAX_PARTS) break;
    if (mark === `--${boundary}`) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.slice(0, MAX_PARTS).map((lines) => readEntity(lines.join('\n')));
}

/** Returns the body without its transfer encoding. */
export function decodedBody({ fields, body }: Entity): string {
  const encoding = fields.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('latin1').replaceAll('\r\n', '\n');
  if (encoding !== 'quoted-printable') return body;
  return body
    .replaceAll(/=[ \t]*\n/g, '')
    .replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
