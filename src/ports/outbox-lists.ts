import type { Delivery, DeliveryLane, DeliveryState } from '../domain/webhook/delivery.js';
import type { Webhook } from '../domain/webhook/webhook.js';
import type { All, IdPosition, List } from './page.js';

export interface DeliveryFilter {
  /** Id of the receiver. */
  readonly receiver: string;
  /** `undefined` for all states. */
  readonly state: DeliveryState | undefined;
}

/** Figures over all receivers. */
export interface OutboxFigures {
  /** Number of waiting deliveries. */
  readonly waiting: number;
  /**
   * Time from which the oldest delivery at the head of a lane has been waiting, in milliseconds since the epoch; null
   * if none waits.
   */
  readonly since: number | null;
}

/** Lists of webhooks and deliveries; part of `Lists`. */
export interface OutboxLists {
  webhooks: List<{ readonly organization_id: string }, Webhook>;
  /** Newest first. */
  deliveries: List<DeliveryFilter, Delivery>;
  /** Deliveries about one object, to all receivers. */
  deliveries_about: List<{ readonly subject: string }, Delivery>;
  /** Receivers with a lane due at the instant or earlier, ordered by id. */
  due_receivers: List<{ readonly at: number }, IdPosition, IdPosition>;
  /** A receiver's lanes due at the instant or earlier, ordered by due time; there is only a first page. */
  due_lanes: List<{ readonly receiver: string; readonly at: number }, DeliveryLane, never>;
  /** List with a single entry. */
  outbox_figures: List<All, OutboxFigures, never>;
}
