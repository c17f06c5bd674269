import { shownEmail } from '@health-console/contract/values/shown-email.ts'
import { escapeHtml } from '../../http/web/escape-html.ts'
import { formatTimestamp } from '../templates/timestamp.ts'
import type { KeptMail } from './kept-mails.ts'

export function listPage(productName: string, mails: KeptMail[]): string {
  const rows = mails.map(
    ({ file, subject, to, at }) => `<tr>
<th scope="row"><a href="/mailbox/${escapeHtml(file)}">${escapeHtml(subject)}</a></th>
<td>${escapeHtml(shownEmail(to))}</td>
<td><time datetime="${at.toISOString()}">${formatTimestamp(at.getTime())}</time></td>
</tr>`,
  )
  const table = `<table>
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Time</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`
  const empty = `<div><p>No email yet.</p><p>Invite an admin, or request a new password, then reload this page.</p></div>`
  return page(
    `Mailbox · ${productName}`,
    `<h1>Mailbox <span class="count">${mails.length}</span></h1>
<p class="about">No mail server is set up, so every email is saved on this machine instead of being sent. Only this machine can open this page.</p>
${mails.length === 0 ? empty : table}`,
  )
}

export function messagePage(productName: string, { file, subject, from, to, at, text }: KeptMail): string {
  return page(
    `${subject} · ${productName}`,
    `<nav aria-label="Breadcrumb"><a href="/mailbox">Mailbox</a></nav>
<h1>${escapeHtml(subject)}</h1>
<dl>
<div><dt>From</dt><dd>${escapeHtml(from)}</dd></div>
<div><dt>To</dt><dd>${escapeHtml(shownEmail(to))}</dd></div>
<div><dt>Time</dt><dd><time datetime="${at.toISOString()}">${formatTimestamp(at.getTime())}</time></dd></div>
<div><dt>File</dt><dd>mail/${escapeHtml(file)}</dd></div>
</dl>
<h2>Text</h2>
<pre>${withLinks(text)}</pre>
<h2>As a mail reader shows it</h2>
<iframe title="The email as an email client shows it" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mailbox/${escapeHtml(file)}/html"></iframe>`,
  )
}

/** The HTML of an email for the frame. Its links open in a new tab. */
export function framedHtml(html: string): string {
  return html.replace('<head>', '<head><base target="_blank">')
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => {
      const escaped = escapeHtml(part)
      return index % 2 === 1 ? `<a href="${escaped}">${escaped}</a>` : escaped
    })
    .join('')
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/mailbox/mailbox.css">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
}
