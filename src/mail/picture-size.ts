/** Size of a picture in pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** Reads the size of a PNG or JPEG picture; `undefined` if its header is damaged. */
export function readDimensions(bytes: Buffer): Dimensions | undefined {
  const found = bytes[0] === 0x89 ? pngSize(bytes) : jpegSize(bytes);
  return found && found.width > 0 && found.height > 0 ? found : undefined;
}

/** The first chunk, `IHDR`, begins with both numbers. */
function pngSize(bytes: Buffer): Dimensions | undefined {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Markers of frames, which have the size. C4, C8 and CC are other segments. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Walks over the segments until the frame. */
function jpegSize(bytes: Buffer): Dimensions | undefined {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    if (isFrame(bytes.readUInt8(at + 1)))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
