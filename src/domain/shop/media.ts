/** Item images that the portal stores and serves. */

export const MAX_MEDIA_BYTES = 5 * 1024 * 1024;

/** Accepted image types and their file extensions. */
export const MEDIA_TYPES = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/gif': ['gif'],
} as const;
export type MediaType = keyof typeof MEDIA_TYPES;

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Determines the type by file extension; `undefined` if the name is invalid or not that of an image. */
export function typeOfName(name: string): MediaType | undefined {
  if (!NAME.test(name)) return undefined;
  const end = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return typesOf().find((type) => MEDIA_TYPES[type].some((one) => one === end));
}

/** Determines the type by content; `undefined` if unknown. */
export function typeOfBytes(bytes: Uint8Array): MediaType | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif';
  // ISO base media file: the box size and type are followed by the brands, the major brand first.
  return text(4, 8) === 'ftyp' && /avi[fs]/.test(text(8, 40)) ? 'image/avif' : undefined;
}

/** Reason why an image cannot be stored under a name; `undefined` if it can. */
export function mediaProblem(name: string, bytes: Uint8Array): string | undefined {
  const named = typeOfName(name);
  if (named === undefined)
    return `name: must be 1 to 100 letters, digits, ".", "_" and "-", with the end ${endsText(typesOf())}`;
  if (bytes.length > MAX_MEDIA_BYTES) return `the picture is larger than ${MAX_MEDIA_BYTES / 2 ** 20} MiB`;
  const type = typeOfBytes(bytes);
  if (type === undefined) return 'the file is no JPEG, PNG, WebP, AVIF or GIF picture';
  return type === named ? undefined : `name: the picture is ${type}, so its name ends with ${endsText([type])}`;
}

/** URL path of an image. */
export function mediaPath(shopId: string, name: string): string {
  return `/media/${shopId}/${name}`;
}

function typesOf(): MediaType[] {
  return Object.keys(MEDIA_TYPES).filter((type): type is MediaType => Object.hasOwn(MEDIA_TYPES, type));
}

function endsText(types: readonly MediaType[]): string {
  return types.flatMap((type) => MEDIA_TYPES[type].map((end) => `.${end}`)).join(', ');
}
