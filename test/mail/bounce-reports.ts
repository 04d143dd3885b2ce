/** Delivery reports as real mail servers write them, about a message with this id to this address. */

interface About {
  /** `Message-ID` with its angle brackets. */
  readonly id: string;
  readonly to: string;
}

const crlf = (text: string) => text.replaceAll('\n', '\r\n');

/** Postfix: the whole message is returned, the status after the last line break of the diagnostic code. */
export const postfixReport = ({ id, to }: About): string =>
  crlf(`Return-Path: <>
Received: by mx.shop.com (Postfix)
\tid 4XkT1c2n3vz9sQx; Sat, 28 Nov 2026 09:14:08 +0000 (UTC)
Date: Sat, 28 Nov 2026 09:14:08 +0000 (UTC)
From: MAILER-DAEMON@mx.shop.com (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: orders@shop.com
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4XkT1b5wL2z9sQw.1795857248/mx.shop.com"
Content-Transfer-Encoding: 8bit
Message-Id: <20261128091408.4XkT1c2n3vz9sQx@mx.shop.com>

This is a MIME-encapsulated message.

--4XkT1b5wL2z9sQw.1795857248/mx.shop.com
Content-Description: Notification
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

This is the mail system at host mx.shop.com.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients.

<${to}>: host mail.buyer.com[192.0.2.7] said: 550 5.1.1 <${to}>:
    Recipient address rejected: User unknown (in reply to RCPT TO command)

--4XkT1b5wL2z9sQw.1795857248/mx.shop.com
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.shop.com
X-Postfix-Queue-ID: 4XkT1b5wL2z9sQw
X-Postfix-Sender: rfc822; orders@shop.com
Arrival-Date: Sat, 28 Nov 2026 09:14:07 +0000 (UTC)

Final-Recipient: rfc822; ${to}
Original-Recipient: rfc822;${to}
Action: failed
Status: 5.1.1
Remote-MTA: dns; mail.buyer.com
Diagnostic-Code: smtp; 550 5.1.1 <${to}>: Recipient address rejected:
    User unknown

--4XkT1b5wL2z9sQw.1795857248/mx.shop.com
Content-Description: Undelivered Message
Content-Type: message/rfc822
Content-Transfer-Encoding: 8bit

Return-Path: <orders@shop.com>
Received: from portal (portal [192.0.2.4])
\tby mx.shop.com (Postfix) with ESMTPS id 4XkT1b5wL2z9sQw;
From: Northwind <orders@shop.com>
To: ${to}
Message-ID: ${id}
References: <ord_1@shop.com>
Subject: Northwind: your order 1001

Thank you.

--4XkT1b5wL2z9sQw.1795857248/mx.shop.com--
`);

/** Postfix while it still tries. */
export const delayedReport = (about: About): string =>
  postfixReport(about)
    .replace('Action: failed\r\nStatus: 5.1.1', 'Action: delayed\r\nStatus: 4.4.1')
    .replace('Undelivered Mail Returned to Sender', 'Delayed Mail (still being retried)');

/** Exchange Online: only the header is returned, folded, after two alternative texts in a multipart of their own. */
export const exchangeReport = ({ id, to }: About): string =>
  crlf(`From: <postmaster@buyer.onmicrosoft.com>
To: <orders@shop.com>
Date: Sat, 28 Nov 2026 09:15:02 +0000
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="15ed8f6c-29f0-4f0e-a8d1-9b5b2f7b1a63"
X-MS-Exchange-Message-Is-Ndr:
Content-Language: en-US
Message-ID: <d3a1f2f1-5a55-4f6c@AM0PR04MB.eurprd04.prod.outlook.com>
In-Reply-To: ${id}
Subject: Undeliverable: Northwind: your order 1001
Auto-Submitted: auto-replied
MIME-Version: 1.0

--15ed8f6c-29f0-4f0e-a8d1-9b5b2f7b1a63
Content-Type: multipart/alternative; differences=Content-Type;
\tboundary="0b0fbb0e-4ac1-4ee4-8b5a-7f0b6c9f9d61"

--0b0fbb0e-4ac1-4ee4-8b5a-7f0b6c9f9d61
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Your message to ${to} couldn't be delivered.

--0b0fbb0e-4ac1-4ee4-8b5a-7f0b6c9f9d61--

--15ed8f6c-29f0-4f0e-a8d1-9b5b2f7b1a63
Content-Type: message/delivery-status

Reporting-MTA: dns;AM0PR04MB7004.eurprd04.prod.outlook.com
Received-From-MTA: dns;mx.shop.com
Arrival-Date: Sat, 28 Nov 2026 09:15:00 +0000

Final-Recipient: rfc822;${to}
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup
X-Display-Name: ${to}

--15ed8f6c-29f0-4f0e-a8d1-9b5b2f7b1a63
Content-Type: message/rfc822

Received: from AM6PR0402CA0015.eurprd04.prod.outlook.com (2603:10a6:209::28)
 by AM0PR04MB7004.eurprd04.prod.outlook.com with Microsoft SMTP Server
From: Northwind <orders@shop.com>
To: ${to}
Subject: Northwind: your order 1001
Message-ID:
\t${id}
MIME-Version: 1.0


--15ed8f6c-29f0-4f0e-a8d1-9b5b2f7b1a63--
`);

/** Gmail: line feeds only, as after some pipes, and the status in a group with a comment. */
export const gmailReport = ({ id, to }: About): string => `From MAILER-DAEMON Sat Nov 28 09:16:00 2026
Delivered-To: orders@shop.com
Return-Path: <>
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: orders@shop.com
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
References: ${id}
In-Reply-To: ${id}
X-Failed-Recipients: ${to}
Message-ID: <6749a0c1.050a0220.1a2b3c.0001.GMR@mx.google.com>
Date: Sat, 28 Nov 2026 01:15:59 -0800 (PST)
Content-Type: multipart/report; boundary="000000000000a7c9e50627f0c1f2"; report-type=delivery-status

--000000000000a7c9e50627f0c1f2
Content-Type: multipart/related; boundary="000000000000a7cd560627f0c1f7"

--000000000000a7cd560627f0c1f7
Content-Type: text/html; charset="UTF-8"

<p>Address not found</p>
--000000000000a7cd560627f0c1f7--
--000000000000a7c9e50627f0c1f2
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Received-From-MTA: dns; orders@shop.com
Arrival-Date: Sat, 28 Nov 2026 01:15:58 -0800 (PST)
X-Original-Message-ID: ${id}

Final-Recipient: rfc822; ${to.toUpperCase()}
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.27, the server for the
 domain gmail.com.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.

--000000000000a7c9e50627f0c1f2
Content-Type: text/rfc822-headers
Content-Transfer-Encoding: quoted-printable

DKIM-Signature: v=3D1; a=3Drsa-sha256; d=3Dshop.com
From: Northwind <orders@shop.com>
To: ${to}
Message-ID: ${id.slice(0, 20)}=
${id.slice(20)}
Subject: Northwind: your order 1001

--000000000000a7c9e50627f0c1f2--
`;
