import { z } from 'zod';
import { withoutAbsentTexts } from '../../calls/absent-texts.js';
import type { Operation } from '../../calls/define.js';
import { inputError } from '../../calls/input-error.js';
import { inputFormOf } from '../../calls/input-form.js';
import type { KeyScope } from '../../domain/tenant/tenant.js';
import { required } from '../../domain/values/required.js';
import { id } from '../../schema/primitives.js';
import { inShop } from './in-shop.js';

/** Path of an order for a key of its deployment, and for a key of its organization. */
const DEPLOYMENT_PATH = '/api/commerce/orders/{id}';
const SHOP_PATH = '/api/shops/{id}/orders/{order_id}';

const shopInput = { shop_id: id('Id of the shop') };
const named = z.looseObject({ shop_id: z.string() });

/** Members of the derived operation that differ. */
interface ForShop extends Pick<Operation, 'name' | 'title'>, Partial<Pick<Operation, 'description'>> {
  readonly scope: KeyScope;
}

/**
 * Derives an operation on an order of a shop, for keys of the organization, from that for keys of the order's
 * deployment. It runs the same handler. It has a route and no tool, since tools take up the context of every agent.
 */
export function forShop({ mcp: _tool, ...operation }: Operation, own: ForShop): Operation {
  const http = required(operation.http, 'route');
  const input = operation.input.safeExtend(shopInput);
  const inputErrors = { ...operation.inputErrors, shop_id: 'shop_not_found' } as const;
  const prepare: Operation['prepare'] = (raw) => {
    const sent = withoutAbsentTexts(raw, inputFormOf(input));
    const parsed = input.safeParse(sent);
    if (!parsed.success) throw inputError(parsed.error, raw, inputErrors, input);
    const { shop_id, ...rest } = named.parse(sent);
    const prepared = operation.prepare(rest);
    return {
      ...prepared,
      target: [shop_id, ...prepared.target],
      run: (context) => prepared.run(inShop(context, shop_id)),
    };
  };
  return {
    ...operation,
    ...own,
    input,
    inputErrors,
    errors: ['shop_not_found', ...operation.errors],
    http: {
      ...http,
      path: http.path.replace(DEPLOYMENT_PATH, SHOP_PATH),
      parts: { ...http.parts, id: 'shop_id', order_id: 'order_id' },
    },
    sample: (things) => ({ shop_id: things.sellingShop, ...operation.sample(things) }),
    prepare,
    prepareAgent: prepare,
  };
}
