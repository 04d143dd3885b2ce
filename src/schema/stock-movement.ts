import { z } from 'zod';
import { MOVEMENT_KINDS } from '../domain/shop/stock-movement.js';
import { answer, dateTime } from './primitives.js';

/** An entry of an item's stock ledger. */
export const stockMovement = answer({
  seq: z.int().describe('Counts up from 1 for each item'),
  kind: z.enum(MOVEMENT_KINDS),
  by: z.int().describe('Units; negative = they are gone'),
  stock_after: z.int().nullable().describe('Units left afterwards; null = not counted any more'),
  reason: z.string().nullable(),
  checkout_id: z.string().nullable().describe('Of a sale, and of a payment that failed'),
  order_id: z.string().nullable().describe('Of a canceled or returned order'),
  actor: z.string().describe('Id of the caller, or the part of the portal that acted by itself'),
  at: dateTime('When it was written'),
});

export type StockMovementAnswer = z.output<typeof stockMovement>;
