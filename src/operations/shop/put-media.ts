import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { MAX_MEDIA_BYTES, MEDIA_TYPES, mediaPath, mediaProblem, typeOfBytes } from '../../domain/shop/media.js';
import { required } from '../../domain/values/required.js';
import { authorOf } from '../../records/audit.js';
import { answer, dataOf, id } from '../../schema/primitives.js';
import { ownShop } from './own-shop.js';
import { buildPictureEvent, storePicture } from './store-picture.js';

const TYPES = Object.keys(MEDIA_TYPES);

/** Maximum length of a body, with the picture as Base64 in JSON. Bytes. */
const BODY_LIMIT = 7 * 1024 * 1024;

/**
 * Matches invalid characters instead of the whole text. A repetition over the whole text would store a backtracking
 * entry per character, for which V8 can throw a RangeError above about 4 MB.
 */
const NOT_BASE64 = /[^A-Za-z0-9+/=]|^=|=[^=]|===/;

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const picture = answer({
  name: z.string(),
  url: z.string().describe('Public URL of the picture'),
  path: z.string().describe('Path of the picture, as `images` and `image_url` of an item accept it'),
  type: z.string(),
  bytes: z.int(),
});

export const putMedia = defineOperation({
  name: 'put_media',
  title: 'Add a picture',
  description:
    'Keeps a picture (JPEG, PNG, WebP, AVIF or GIF, at most 5 MiB) for the items of a shop. The body is the picture itself, with its content type, or JSON with the picture in Base64. A name can never get another picture.',
  scope: 'items',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({
    shop_id: id('Id of the shop'),
    name: id('Name of the file, such as mug.jpg'),
    data: z
      .string()
      .min(1, { abort: true })
      .refine((text) => !NOT_BASE64.test(text), { error: 'must be Base64' })
      .meta({ description: 'The picture in Base64', contentEncoding: 'base64' }),
  }),
  inputErrors: { shop_id: 'shop_not_found' },
  output: dataOf(picture),
  sample: ({ shop }) => ({ shop_id: shop, name: 'bowl.png', data: PIXEL }),
  errors: ['shop_not_found', 'payload_too_large', 'media_exists'],
  http: {
    method: 'put',
    path: '/api/shops/{id}/media/{name}',
    parts: { id: 'shop_id', name: 'name' },
    bodyLimit: BODY_LIMIT,
    rawBody: { member: 'data', types: TYPES },
  },
  fingerprint: ({ data, ...rest }) => ({ ...rest, data: createHash('sha256').update(data).digest('hex') }),
  async handle(context: Context<'media' | 'view' | 'slices'>, { shop_id, name, data }) {
    // The shop is read in a write, which requires a valid key, so that a key revoked during the request adds no
    // picture.
    const shop = await context.step((rows) => ({ writes: [], result: ownShop(rows, context, shop_id) }));
    // Decoding processes the whole picture, so it gets a separate turn if the call has used up its slice.
    if (context.services.slices.isOver) await context.services.slices.next();
    const bytes = Buffer.from(data, 'base64');
    const problem = mediaProblem(name, bytes);
    if (problem !== undefined)
      throw new PortalError(bytes.length > MAX_MEDIA_BYTES ? 'payload_too_large' : 'invalid_request', problem);
    const isNew = await storePicture(context, shop.id, name, bytes);
    const path = mediaPath(shop.id, name);
    const type = required(typeOfBytes(bytes), 'the type of a picture');
    const event = buildPictureEvent(authorOf(context), shop);
    return context.update(() => ({
      writes: isNew ? [event] : [],
      answer: {
        body: { data: { name, url: context.services.view.links.absolute(path), path, type, bytes: bytes.length } },
      },
    }));
  },
});
