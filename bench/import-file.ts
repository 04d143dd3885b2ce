import { writeFileSync } from 'node:fs';
import { CATEGORIES, NEARLY, ownWords } from './catalog.js';

/** Each product has one variant per size. */
const SIZES = ['XS', 'S', 'M', 'L', 'XL'];

/** Writes a CSV file in the portal's own format with `rows` items, five variants per product. */
export function writeImportFile(file: string, rows: number): void {
  const head = 'id,product_id,options,title,description,price,stock,categories,brand,fulfillment_types';
  const lines = Array.from({ length: rows }, (_, index) => lineOf(index));
  writeFileSync(file, `${[head, ...lines].join('\n')}\n`);
}

function lineOf(index: number): string {
  const product = Math.floor(index / SIZES.length);
  const own = ownWords(product);
  const description = [...NEARLY.filter((_, turn) => turn % 3 === product % 3), ...own].join(' ');
  return [
    `item-${index}`,
    `product-${product}`,
    `Size=${SIZES[index % SIZES.length]}`,
    `${own[0]} ${own[1]} number ${product}`,
    `${description}.`,
    100 + (product % 5_000),
    index % 50,
    `Department ${product % CATEGORIES}`,
    `Brand ${product % 200}`,
    'shipping',
  ].join(',');
}
