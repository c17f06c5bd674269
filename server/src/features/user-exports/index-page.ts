import { type EndUser, userFactNames, userFields } from '@health-console/contract/users/users.ts'
import type { UserAccess } from '@health-console/contract/users/user-accesses.ts'
import { escapeHtml } from '../../http/web/escape-html.ts'
import type { ManifestFile } from './manifest.ts'

type Shown = {
  productName: string
  user: EndUser
  madeAt: string
  reports: readonly ManifestFile[]
  /** The newest reports. */
  accesses: readonly UserAccess[]
  accessCount: number
  auditLog: { entries: number; hash: string }
}

/** Renders the contents of the file as a page that needs neither the console nor any program, and fetches nothing. */
export function* indexPage(shown: Shown): Generator<string> {
  const { productName, user, madeAt, reports, accesses, accessCount, auditLog } = shown
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.memberId || user.id
  const facts = [
    ['Name', name],
    ...userFactNames.map((field) => [userFields[field].label, user[field]] as const),
    ['User ID', user.id],
  ] as const
  yield `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(name)} - ${escapeHtml(productName)}</title>
<style>${style}</style>
<main>
<h1>Everything about ${escapeHtml(name)}</h1>
<p>${escapeHtml(productName)} created this file on ${toTime(madeAt)}.</p>
<table><tbody>
${facts.map(([key, value]) => `<tr><th scope="row">${key}</th><td>${escapeHtml(value || '-')}</td></tr>`).join('\n')}
</tbody></table>
<h2>Reports: ${toCount(reports.length)}</h2>
<p>Each is the document as the product stored it, newest first.</p>
<table><thead><tr><th scope="col">File</th><th scope="col">Report ID</th><th scope="col">Bytes</th></tr></thead><tbody>
`
  for (const { path, reportId = '', sizeBytes } of reports) {
    yield `<tr><td><a href="${path}">${path}</a></td><td>${escapeHtml(reportId)}</td><td>${toCount(sizeBytes)}</td></tr>\n`
  }
  yield `</tbody></table>
<h2>Who has accessed this user: ${toCount(accessCount)}</h2>
<p>Newest first, from the audit log. ${
    accesses.length < accessCount
      ? `Here are the newest ${toCount(accesses.length)}; <a href="access.ndjson">access.ndjson</a> has all, one per line.`
      : `<a href="access.ndjson">access.ndjson</a> has the same, one per line.`
  }</p>
<table><thead><tr><th scope="col">Time</th><th scope="col">What</th><th scope="col">Outcome</th><th scope="col">Who</th></tr></thead><tbody>
`
  for (const { at, act, outcome, by } of accesses) {
    yield `<tr><td>${toTime(at)}</td><td>${escapeHtml(act)}</td><td>${escapeHtml(outcome)}</td><td>${escapeHtml(by)}</td></tr>\n`
  }
  yield `</tbody></table>
<h2>What this proves</h2>
<p><code>manifest.json</code> contains the SHA-256 of each file, and <code>manifest.note</code> the console’s signature of
<code>manifest.json</code>. To check both, run <code>node verify-audit.mjs manifest.json --key KEY</code>. The program and the key are in the
console’s audit log, under “Verify an export”.</p>
<p>The signature proves that the console created these files and that none was changed. It doesn’t prove that the list of accesses is
complete: only the whole audit log can, which isn’t included because it also contains the IDs of others. When this export began, the log
ended with entry ${toCount(auditLog.entries)}, whose hash is <code>${auditLog.hash}</code>.</p>
<p>Hospital patient records aren’t included. A patient with the same Member ID may be someone else.</p>
</main>
</html>
`
}

const toTime = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
const toCount = (count: number) => count.toLocaleString('en-GB')

const style = `
:root { color-scheme: light dark; background: light-dark(#fdfcf8, #1b1a17); color: light-dark(#2b2622, #f0ece4); font: 16px/1.5 system-ui, sans-serif }
a { color: light-dark(#2f3a96, #b4bcff) }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100%; font-size: 14px }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #8886; overflow-wrap: anywhere }
code { overflow-wrap: anywhere }
`
