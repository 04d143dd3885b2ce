import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Command } from 'commander';
import { mediaOf } from '../app.js';
import type { Config } from '../config.js';
import { mediaPath, mediaProblem } from '../domain/shop/media.js';
import type { Shop } from '../domain/shop/shop.js';
import { buildPictureEvent } from '../operations/shop/store-picture.js';
import type { Write } from '../ports.js';
import type { Author } from '../records/audit.js';
import { chooseShop, SHOP_OPTION, shopIn } from './choose-shop.js';
import { type Cli, commandWith } from './command.js';
import type { CommandStore } from './command-store.js';
import { DESCRIPTIONS } from './descriptions.js';
import { CommandError } from './output.js';
import { withStore } from './with-store.js';

export function mediaCommand(cli: Cli): Command {
  return new Command('media').description(DESCRIPTIONS.media).addCommand(addCommand(cli));
}

function addCommand(cli: Cli): Command {
  return commandWith('add', 'keep pictures under the names of their files, and print the paths for `images`', [
    'database',
    'media',
  ])
    .argument('<files...>', 'JPEG, PNG, WebP, AVIF or GIF pictures, at most 5 MiB each')
    .option(...SHOP_OPTION)
    .action(async (files: readonly string[], options: { readonly shop?: string }) => {
      const pictures = files.map(readPicture);
      const adding = async (store: CommandStore, by: Author, config: Config) => {
        const id = await chooseShop(store, options.shop);
        const shop = await store.read((rows) => shopIn(rows, id));
        const media = mediaOf(config);
        let added = 0;
        try {
          for (const { name, bytes } of pictures) {
            if (await media.put(shop.id, name, bytes)) added += 1;
            cli.output.out(mediaPath(shop.id, name));
          }
        } finally {
          // Also records the pictures that were stored before a later one was rejected.
          await recorded(store, by, shop, added, await media.size(shop.id));
        }
      };
      await withStore(cli, { ...options }, adding, { comparesMedia: true });
    });
}

/** Records the added pictures and the bytes of all pictures, recounted since files may have been removed by hand. */
function recorded(store: CommandStore, by: Author, shop: Shop, added: number, bytes: number): Promise<void> {
  const events = Array.from({ length: added }, () => buildPictureEvent(by, shop));
  const counted: Write = { type: 'set', counter: 'media_bytes', key: shop.id, to: bytes };
  return store.update(() => ({ writes: [counted, ...events], result: undefined }));
}

/** @throws CommandError when the file cannot be read, or is not an acceptable picture */
function readPicture(file: string): { readonly name: string; readonly bytes: Uint8Array } {
  const name = basename(file);
  const bytes = bytesOf(file);
  const problem = mediaProblem(name, bytes);
  if (problem !== undefined) throw new CommandError(`${file}: ${problem}`);
  return { name, bytes };
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
