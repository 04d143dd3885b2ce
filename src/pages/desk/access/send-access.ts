import type { Response } from 'express';
import type { Html } from '../../html.js';
import { sendDeskPage } from '../desk-page.js';
import type { ShopVisit } from '../shop-visit.js';

/** Sends a page about access. */
export function sendAccess(response: Response, status: number, visit: ShopVisit, body: Html): void {
  sendDeskPage(response, status, visit, { title: visit.locale.texts.desk.access.title, section: 'access', body });
}
