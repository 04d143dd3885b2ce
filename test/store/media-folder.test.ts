import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MediaFolder } from '../../src/store/media-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const PICTURE = new Uint8Array([1, 2, 3]);

it('fails as unavailable, with a Retry-After, if a picture cannot be written', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const media = new MediaFolder(join(file, 'below'));
  await expect(media.put('shop_1', 'mug.png', new Uint8Array([1]))).rejects.toMatchObject({
    code: 'unavailable',
    retryAfter: 1,
  });
  rmSync(folder, { recursive: true });
});

it("reports a shop's pictures and their size without unfinished ones", async () => {
  const folder = temporaryFolder();
  const media = new MediaFolder(folder);
  expect([await media.has('shop_1', 'mug.png', PICTURE), await media.size('shop_1')]).toEqual([false, 0]);
  await media.put('shop_1', 'mug.png', PICTURE);
  await media.put('shop_2', 'bowl.png', PICTURE);
  writeFileSync(join(folder, 'shop_1', '.unfinished'), 'half of a picture');
  expect([await media.has('shop_1', 'mug.png', PICTURE), await media.size('shop_1')]).toEqual([true, 3]);
  await expect(media.has('shop_1', 'mug.png', new Uint8Array([1]))).rejects.toMatchObject({ code: 'media_exists' });
  rmSync(folder, { recursive: true });
});
