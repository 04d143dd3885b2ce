import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MediaFolder } from '../../src/store/media-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

it('refuses a picture that cannot be written as unavailable, with a time to try again', async () => {
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
