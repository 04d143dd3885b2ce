import type { Delivery, DeliveryLane, DeliveryState } from '../domain/webhook/delivery.js';
import type { Webhook } from '../domain/webhook/webhook.js';
import type { All, IdPosition, List } from './page.js';

export interface DeliveryFilter {
  /** Id of the receiver. */
  readonly receiver: string;
  /** Undefined = all. */
  readonly state: DeliveryState | undefined;
}

/** Of all receivers together. */
export interface OutboxFigures {
  /** Deliveries that wait. */
  readonly waiting: number;
  /** Since when the oldest of those waits that are first in their lanes; null = none waits. Milliseconds since the epoch. */
  readonly since: number | null;
}

/** The lists of webhooks and of events on their way; a part of `Lists`. */
export interface OutboxLists {
  webhooks: List<{ readonly organization_id: string }, Webhook>;
  /** Newest first. */
  deliveries: List<DeliveryFilter, Delivery>;
  /** Those about one object, to all receivers. */
  deliveries_about: List<{ readonly subject: string }, Delivery>;
  /** The receivers with a lane that is due at an instant or before, by id. */
  due_receivers: List<{ readonly at: number }, IdPosition, IdPosition>;
  /** The lanes of a receiver that are due at an instant or before, by when they are; a page of their beginning alone. */
  due_lanes: List<{ readonly receiver: string; readonly at: number }, DeliveryLane, never>;
  /** One entry. */
  outbox_figures: List<All, OutboxFigures, never>;
}
