import { z } from 'zod';
import type { Operation } from '../../../src/calls/define.js';
import { requiredMembers, toPropertySchemas } from '../../../src/calls/json-schema.js';
import { ERRORS, isNotFoundCode } from '../../../src/domain/errors/portal-error.js';
import { requestOf } from '../../actors/registry-caller.js';
import { wrongPaging } from './catalog-rows.js';
import { bodies, type Call, invalid, paths, type Refusal, tooLong, type Wrong } from './row.js';
import { LINK_CODE, type Objects } from './world.js';

/** Calls derived from an operation's declaration. The other files add calls for specific operations. */

/** Returns the call of the operation's sample, with ids of objects in the world. */
export function rightCall(operation: Operation, world: Objects): Call {
  const { path, body } = requestOf(operation, operation.sample(thingsOf(world)));
  return { path, ...(body && Object.keys(body).length > 0 && { body }) };
}

function thingsOf(world: Objects): Parameters<Operation['sample']>[0] {
  const { tenants, attested } = world;
  return {
    ...{ shop: world.shop, item: 'enamel-mug', discount: 'WELCOME10', deployment: tenants.deployment },
    ...{ checkout: world.checkout, line: 'mug', discountedCheckout: world.checkout },
    ...{ readyCheckout: world.checkout, total: world.total },
    ...{ order: world.order, orderLine: 'mug', heldOrder: world.held, dueOrder: world.due },
    ...{ requestedOrder: world.held, orderRequest: world.request, draft: world.draft },
    ...{ addressedOrder: world.order, trackedOrder: world.moved, trackedEvent: world.event },
    ...{ authorizedOrder: world.authorized, sellingShop: world.shop, accountShop: world.shop },
    abandonedShop: world.shop,
    ...{
      consumer: tenants.consumer,
      linkCode: LINK_CODE,
      agent: tenants.agent,
      key: tenants.key,
      person: tenants.person,
    },
    ...{ signingKey: attested.active, publicKey: attested.pem.unknown },
    ...{ submission: attested.submission, receipt: attested.receipt, logSize: 1 },
    ...attested.countersigning,
    ...{ webhook: tenants.webhook, delivery: tenants.delivery, grant: tenants.grant },
  };
}

/** Returns calls with a body member absent, of another type or beyond its limits, or with wrong paging of a list. */
export function declaredWrongs(operation: Operation, right: Call, world: Objects): Wrong[] {
  const { http, input } = operation;
  const members = Object.keys(input.shape).filter((name) => !Object.values(http?.parts ?? {}).includes(name));
  if (http?.method === 'get') return http.query?.includes('cursor') ? wrongPages(operation, right, world) : [];
  return members.filter((name) => isPlain(input.shape[name])).flatMap((name) => wrongMember(operation, right, name));
}

function wrongPages({ name }: Operation, { path }: Call, { cursors }: Objects): Wrong[] {
  const [list = ''] = path.split('?');
  const other = name === 'search_catalog' ? cursors.agents : cursors.items;
  const refusal: Refusal = [400, 'invalid_cursor', /^cursor/];
  return [...wrongPaging(list), ...paths([['cursor of another list', `${list}?cursor=${other}`, refusal]])];
}

/** False for transformed members, whose specific errors the tables cover. */
function isPlain(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return isPlain(schema.unwrap());
  }
  return !(schema instanceof z.ZodPipe || schema instanceof z.ZodUnknown);
}

const OF_OTHER_TYPE: Readonly<Record<string, unknown>> = {
  string: 1,
  integer: 'one',
  number: 'one',
  boolean: 'yes',
  array: {},
  object: [],
};

function wrongMember({ input, inputErrors }: Operation, right: Call, name: string): Wrong[] {
  const property = toPropertySchemas(input)[name] ?? {};
  const { type, maxLength, minimum } = property;
  const named = invalid(new RegExp(`^${name}\\b`));
  const code = inputErrors?.[name] ?? 'invalid_request';
  // A malformed id counts as an absent object, and the error does not repeat it.
  const wrongForm: Refusal = [ERRORS[code].status, code, isNotFoundCode(code) ? /./ : new RegExp(`^${name}\\b`)];
  const body = (value: unknown) => ({ ...Object(right.body), [name]: value });
  return bodies([
    ...(requiredMembers(input).has(name)
      ? [[`declared ${name}: absent`, body(undefined), invalid(new RegExp(`^${name}: is required`))] as const]
      : []),
    ...(typeof type === 'string'
      ? ([
          [`declared ${name}: null`, body(null), named],
          [`declared ${name}: of another type`, body(OF_OTHER_TYPE[type]), named],
        ] as const)
      : []),
    ...(typeof maxLength === 'number'
      ? [[`declared ${name}: too long`, body(tooLong(maxLength)), wrongForm] as const]
      : []),
    ...(typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER
      ? [[`declared ${name}: too small`, body(minimum - 1), wrongForm] as const]
      : []),
  ]);
}
