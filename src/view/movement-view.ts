import type { StockMovement } from '../domain/shop/stock-movement.js';
import type { StockMovementAnswer } from '../schema/stock-movement.js';
import { isoTime } from './format.js';

export function movementView({ at, ...movement }: StockMovement): StockMovementAnswer {
  return { ...movement, at: isoTime(at) };
}
