/** The plain sheet shared by simple mails and the pages their links open: Spanish, no scripts. */
import { escapeHtml } from './escape.ts';

/** @param body trusted HTML: whatever comes from outside is escaped before */
export const sheet = (title: string, body: string): string => `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#e8dfcb;color:#10352a;font-family:'Helvetica Neue',Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:20px 10px 36px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px">
<tr><td style="padding:0 32px 14px;font-size:28px;font-weight:800">Vigía</td></tr>
<tr><td style="background:#fbf7ec;border-top:6px solid #b72f08;border-radius:5px;padding:26px 32px;font-size:15px;line-height:1.5">
<h1 style="margin:0 0 12px;font-size:26px;line-height:1.15">${escapeHtml(title)}</h1>${body}</td></tr>
</table></td></tr></table></body></html>`;
