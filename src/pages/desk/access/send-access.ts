import type { Response } from 'express';
import type { Html } from '../../html.js';
import { sendDeskPage } from '../desk-page.js';
import type { ShopVisit } from '../shop-visit.js';

/** Sends a page about access. `hasSecret`: true if it shows a new key, or the secret of a webhook. */
export function sendAccess(
  response: Response,
  status: number,
  visit: ShopVisit,
  body: Html,
  hasSecret: boolean = false,
): void {
  const { title } = visit.locale.texts.desk.access;
  sendDeskPage(response, status, visit, { title, section: 'access', body, hasSecret });
}
