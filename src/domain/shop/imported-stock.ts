/** Stock that an import sends for existing items, whose stock changes with every sale. */

/**
 * `keep`: the shop's stock does not change. `set`: the sent number becomes the stock. `difference`: the stock changes
 * by as much as the sent number changed since the previous import.
 */
export const STOCK_MODES = ['keep', 'set', 'difference'] as const;
export type StockMode = (typeof STOCK_MODES)[number];

export interface StockBefore {
  /** Null if not counted. */
  readonly left: number | null;
  /** Number of units that the previous import sent, if known. */
  readonly imported: number | undefined;
}

export interface ImportedStock {
  /** `undefined` leaves the stock unchanged; null stops counting it. */
  readonly stock: number | null | undefined;
  readonly warning?: string;
}

/**
 * Computes the stock of an existing item after an import. Only `set` overwrites the shop's number, so other modes never
 * restore sold units. `isSoldOn`: the item can be backordered, so its stock may fall below zero.
 */
export function importStock(
  mode: StockMode,
  sent: number | null | undefined,
  before: StockBefore,
  isSoldOn: boolean,
): ImportedStock {
  if (sent === undefined) return { stock: undefined };
  if (mode === 'set') return { stock: sent };
  if (mode === 'difference') return addDifference(sent, before, isSoldOn);
  const isLeft = before.left === null || before.left > 0;
  if (sent === null || sent > 0 || isSoldOn || !isLeft) return { stock: undefined };
  const left = before.left === null ? 'does not count its units' : `has ${before.left} left`;
  return kept(`the import has none left, the shop ${left}`, 'set');
}

function addDifference(sent: number | null, { left, imported }: StockBefore, isSoldOn: boolean): ImportedStock {
  if (sent === null) return left === null ? { stock: undefined } : kept('the import does not count its units', 'set');
  if (left === null) return kept('the shop does not count its units', 'set');
  if (imported === undefined) return kept(`no earlier import sent units; the next one compares with ${sent}`);
  if (sent === imported) return { stock: undefined };
  const stock = left + sent - imported;
  const least = isSoldOn ? stock : Math.min(0, left);
  if (stock >= least) return { stock };
  return { stock: least, warning: `stock: ${least - stock} more were sold elsewhere than the shop had left` };
}

function kept(why: string, instead?: StockMode): ImportedStock {
  return {
    stock: undefined,
    warning: `stock: kept, as ${why}${instead ? `; to replace it, import with ${instead}` : ''}`,
  };
}
