import { expect, test } from 'vitest'
import { readConfig } from '../../core/config.ts'
import { invitationMail } from './invitation.ts'
import { renderMail } from './layout.ts'

const hostile = 'Ada\r\n\r\nVerify at https://evil.example <b>now</b>\u2029Bcc: all@example.org'

test('a name in an email cannot add a line, a paragraph, a header or markup', () => {
  const config = readConfig({})
  const invitation = { role: 'admin', url: 'https://console.example/invites?id=x', expiresAtMs: 0 } as const
  const honest = invitationMail(config, { ...invitation, inviter: 'Ada' })
  const mail = invitationMail({ ...config, productName: hostile }, { ...invitation, inviter: hostile })
  expect(mail.subject).not.toMatch(/[\r\n\u2029]/)
  const paragraphs = (text: string) => text.split('\n\n')
  expect(paragraphs(mail.text)).toHaveLength(paragraphs(honest.text).length)
  expect(mail.html.match(/<p[ >]/g)).toHaveLength(honest.html.match(/<p[ >]/g)?.length ?? 0)
  expect(mail.html).not.toContain('<b>')
})

test('no part of an email is markup, and only verbatim texts have their own lines', () => {
  const mail = renderMail('<b>', {
    subject: hostile,
    paragraphs: [hostile],
    action: { label: '<b>', url: 'https://console.example/?a="><b>' },
    verbatim: 'one\n<b>',
    notes: [hostile],
  })
  expect(mail.html).not.toContain('<b>')
  expect(mail.html).toContain('href="https://console.example/?a=&quot;&gt;&lt;b&gt;"')
  expect(mail.html).toContain('<pre class="verbatim">one\n&lt;b&gt;</pre>')
  const [line = ''] = hostile.split('\r')
  for (const text of [mail.text, mail.html])
    expect(text).not.toMatch(new RegExp(`${line}\\s*[\\r\\n\\u2029]\\s*Verify`))
})
