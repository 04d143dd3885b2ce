import { required } from '../../domain/values/required.js';
import type { ErasureReport } from '../../schema/privacy.js';
import { erasePerson } from './erase.js';
import { eraseConsumer } from './erase-consumer.js';
import type { Eraser } from './eraser.js';

/** A person's address or the id of a consumer; exactly one is present. */
export interface Named {
  readonly email?: string | undefined;
  readonly consumer_id?: string | undefined;
}

export const NOTHING_ERASED: ErasureReport = {
  orders_erased: 0,
  carts_erased: 0,
  answers_removed: 0,
  carts_kept: 0,
  orders_kept: [],
  staff: 'none',
};

/** Erases a person or a consumer from an organization. */
export async function eraseNamed(
  by: Eraser,
  organizationId: string,
  { email, consumer_id }: Named,
): Promise<ErasureReport> {
  if (email !== undefined) return erasePerson(by, organizationId, email);
  const { orders, answers } = await eraseConsumer(by, organizationId, required(consumer_id, 'consumer'));
  return { ...NOTHING_ERASED, answers_removed: answers, reasons_erased: orders };
}
