import { lastCorrected } from '../../domain/order/correct-tracking.js';
import type { Template } from '../content.js';
import { changeContent } from './change.js';
import { parcelBlocks } from './shipped.js';

/** Names the units of the parcel whose tracking was corrected, and how to follow it now. */
export const trackingChanged: Template = (mailed) => {
  const { order, row, locale } = mailed;
  const corrected = lastCorrected(row);
  const parcel = order.fulfillment.events.find(({ id }) => id === corrected?.id);
  return changeContent(mailed, locale.texts.mail.tracking_changed, parcel && parcelBlocks(mailed, parcel));
};
