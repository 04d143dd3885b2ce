import type { DelegatedJob } from './delegation-scope.js';
import { isJsonObject } from './json-object.js';

/** Reads the order and its shop from a context. Those of other jobs, and of earlier versions, may have none. */
export function orderIn(context: object | undefined): Pick<DelegatedJob, 'order_id' | 'shop_id'> {
  const seller: unknown = context && Reflect.get(context, 'seller');
  return {
    order_id: textIn(context, 'order_id'),
    shop_id: isJsonObject(seller) ? textIn(seller, 'shop_id') : undefined,
  };
}

function textIn(value: object | undefined, name: string): string | undefined {
  const text: unknown = value && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  return typeof text === 'string' ? text : undefined;
}
