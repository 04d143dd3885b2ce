import type { Database } from 'better-sqlite3';
import { itemKey, MAX_VARIANTS, type Variant } from '../../../domain/shop/item.js';

interface VariantRow {
  readonly key: string;
  readonly price: number;
  readonly options: string;
}

/** The items of a product, read from an index alone. */
export class Products {
  private readonly ofProduct;

  constructor(database: Database) {
    this.ofProduct = database.prepare<[object], VariantRow>(
      `SELECT key, price, options FROM item
       WHERE status = 'active' AND shop_id = $shop_id AND product_id = $product_id ORDER BY seq LIMIT $limit`,
    );
  }

  variants(shop_id: string, productIds: readonly string[]): Map<string, readonly Variant[]> {
    const found = new Map<string, readonly Variant[]>();
    const start = itemKey(shop_id, '').length;
    for (const product_id of productIds) {
      const rows = this.ofProduct.all({ shop_id, product_id, limit: MAX_VARIANTS });
      const variants = rows.map(({ key, price, options }) => ({
        id: key.slice(start),
        price,
        options: JSON.parse(options),
      }));
      if (variants.length > 0) found.set(product_id, variants);
    }
    return found;
  }
}
