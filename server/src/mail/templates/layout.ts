import { createHash } from 'node:crypto'
import { toLine } from '@health-console/contract/values/text.ts'
import { escapeHtml } from '../../http/web/escape-html.ts'
import type { MailContent } from '../outbox.ts'

/** The texts of an email, in order. */
type MailText = {
  subject: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Lines that must not be wrapped. */
  verbatim?: string
  /** Shown in small type, below the action. */
  notes: string[]
}

/**
 * Renders an email as text and as HTML, without images or other external resources, with colours for light and dark
 * mail readers.
 */
export function renderMail(productName: string, text: MailText): MailContent {
  // A value in a sentence must not be able to add a header, a line or a paragraph.
  const mail = {
    ...text,
    subject: toLine(text.subject),
    paragraphs: text.paragraphs.map(toLine),
    notes: text.notes.map(toLine),
  }
  return { subject: mail.subject, text: renderText(mail, productName), html: renderHtml(mail, productName) }
}

function renderText({ subject, paragraphs, action, verbatim, notes }: MailText, productName: string): string {
  const blocks = [subject, ...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : [])].map(wrap)
  if (verbatim !== undefined) blocks.push(verbatim.trimEnd())
  blocks.push(...notes.map(wrap))
  return `${blocks.join('\n\n')}\n\n-- \n${productName}\n`
}

/** Wraps lines at 72 characters. A longer word, such as a link, stays whole. */
function wrap(block: string): string {
  return block
    .split('\n')
    .map((line) => line.replaceAll(/(?=\S)(.{1,72})(?:\s+|$)|(\S+)\s*/g, '$1$2\n').trimEnd())
    .join('\n')
}

const style = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; background: #f4efe7; color: #2a221c; -webkit-text-size-adjust: 100%; }
body, td { font-family: Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; font-size: 15px; line-height: 1.6; }
.desk { width: 100%; background: #f4efe7; }
.margin { padding: 32px 16px; }
.sheet { width: 100%; max-width: 560px; margin: 0 auto; background: #fcfaf5; border-top: 2px solid #2a221c; }
.name { padding: 20px 32px 0; font-weight: 600; color: #6a5e54; font-size: 13px; }
.body { padding: 4px 32px 28px; }
h1 { margin: 12px 0 16px; font-size: 24px; line-height: 1.25; font-weight: 600; letter-spacing: -0.02em; }
p { margin: 0 0 16px; }
.action { margin: 24px 0; }
.button { display: inline-block; padding: 11px 20px; border-radius: 6px; background: #373b95; color: #fdfbf6; font-weight: 600; text-decoration: none; }
.verbatim { margin: 0 0 16px; font-size: 12px; white-space: pre-wrap; word-break: break-all; }
.note { color: #6a5e54; font-size: 13px; margin: 0 0 10px; overflow-wrap: anywhere; }
.link { color: #373b95; word-break: break-all; }
@media (prefers-color-scheme: dark) {
  body, .desk { background: #0f111c; color: #ece7df; }
  .sheet { background: #161823; border-top-color: #c9c4bb; color: #ece7df; }
  .name, .note { color: #b3aca1; }
  .button { background: #b0b4f6; color: #14163a; }
  .link { color: #b0b4f6; }
}
`

/** For a page that shows an email with a content security policy that forbids inline styles. */
export const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`

function renderHtml({ subject, paragraphs, action, verbatim, notes }: MailText, productName: string): string {
  const button = action
    ? `<p class="action"><a class="button" href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>
<p class="note">If the button doesn’t work, open this URL:<br><a class="link" href="${escapeHtml(action.url)}">${escapeHtml(action.url)}</a></p>`
    : ''
  const block = verbatim === undefined ? '' : `<pre class="verbatim">${escapeHtml(verbatim.trimEnd())}</pre>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${style}</style>
</head>
<body>
<table class="desk" role="presentation" cellpadding="0" cellspacing="0"><tr><td class="margin" align="center">
<table class="sheet" role="presentation" cellpadding="0" cellspacing="0" align="center">
<tr><td class="name">${escapeHtml(productName)}</td></tr>
<tr><td class="body">
<h1>${escapeHtml(subject)}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
${button}${block}
${notes.map((text) => `<p class="note">${escapeHtml(text)}</p>`).join('\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}
