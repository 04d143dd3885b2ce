import { expect } from 'vitest';
import { submitForm } from '../../actors/buyer-page.js';
import type { Scene, Start } from './scene.js';

export type Act = (world: Scene) => Promise<unknown>;

/** The cause of a message, the text of the message, and the step that the text recommends. */
export interface Row {
  readonly how: string;
  readonly start?: Start;
  readonly happens: Act;
  readonly says: RegExp;
  readonly step: Act;
  /** `before` is the status of the checkout while it has the message, `after` is the status after the step. */
  readonly before: string;
  readonly after: string;
}

export const add =
  (id: string, more: object = {}): Act =>
  ({ cart }) =>
    cart('add_line_items', { line_items: [{ id, item: { id }, quantity: 1, ...more }] });
export const remove =
  (...lines: readonly string[]): Act =>
  async ({ cart }) => {
    for (const line_item_id of lines) await cart('remove_line_item', { line_item_id });
  };
export const update =
  (line_item_id: string, quantity: number, more: object = {}): Act =>
  ({ cart }) =>
    cart('update_line_item', { line_item_id, quantity, ...more });
export const buyer =
  (given: object): Act =>
  ({ cart }) =>
    cart('set_buyer', { buyer: given });
export const destination =
  (given: object): Act =>
  ({ cart }) =>
    cart('set_destination', { destination: given });
export const select =
  (selected_option_id: string): Act =>
  ({ cart }) =>
    cart('select_fulfillment', { selected_option_id });
export const apply =
  (code: string): Act =>
  ({ cart }) =>
    cart('apply_discount', { code });
export const removeCode =
  (code: string): Act =>
  ({ cart }) =>
    cart('remove_discount', { code });
export const put =
  (code: string, terms: Readonly<Record<string, unknown>> = {}): Act =>
  ({ merchant }) =>
    merchant.putDiscount(code, terms);
export const onPage =
  (action: string, filled: Readonly<Record<string, string>> = {}): Act =>
  async ({ cart }) =>
    expect(await submitForm((await cart('get_checkout')).continue_url, action, filled)).toBeNull();
export const all =
  (...acts: readonly Act[]): Act =>
  async (world) => {
    for (const act of acts) await act(world);
  };

/** Messages that block completing until their cause is fixed; afterwards the cart is ready. */
export const mended = { before: 'incomplete', after: 'ready_for_complete' };
/** Messages that block completing, where something else is still missing after the fix. */
export const partly = { before: 'incomplete', after: 'incomplete' };
export const escalated = { before: 'requires_escalation', after: 'ready_for_complete' };
/** Warnings, which do not block completing. */
export const warned = { before: 'ready_for_complete', after: 'ready_for_complete' };
