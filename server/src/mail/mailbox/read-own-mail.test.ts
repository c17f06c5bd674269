import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { createRandom } from '../../operations/demo/random.ts'
import { createFileTransport } from '../file.ts'
import { readOwnMail } from './read-own-mail.ts'

const characters = [...'ab Z09.,:;<>()"\'=?_-@\\/äßéİ山田🙂\u{1f469}\u200d\u2695\ufe0f']

/** What a mail reader finds in an email, in the form of the mailbox. */
async function readByProgram(source: Buffer) {
  const { from, to, subject = '', text = '', html = '' } = await PostalMime.parse(source)
  const [recipient] = to ?? []
  return { from: from?.address ?? '', to: recipient?.address ?? '', subject, text, html }
}

test('a saved email is read as any mail reader reads it, whatever its subject, names and text contain', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-mail-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const random = createRandom(8)
  const word = (most: number) =>
    Array.from({ length: random.between(1, most) }, () => characters[random.between(0, characters.length - 1)]).join('')
  for (let round = 0; round < 100; round += 1) {
    const directory = path.join(folder, String(round))
    const from = { name: word(20), address: 'no-reply@xn--zrich-kva.example' }
    const transport = createFileTransport(directory, from, pino({ enabled: false }), () => 1_772_000_000_000)
    const subject = `A ${word(120)} z`
    const text = `${word(200)}\n\n${word(200)}\n-- \n${word(10)}\n`
    await transport.send({
      id: `m-${round}`,
      kind: 'invitation',
      recipient: random.pick(['ada@example.org', 'zoë@example.org', "o'neil+x@sub.example.org"]),
      createdAtMs: 1_772_000_000_000,
      content: { subject, text, html: `<!doctype html>\n<p>${word(200)}</p>\n` },
    } as Parameters<typeof transport.send>[0])
    const [file = ''] = readdirSync(directory)
    const source = readFileSync(path.join(directory, file))
    const { text: ownText, html: ownHtml, ...own } = readOwnMail(source.toString())
    const { text: otherText, html: otherHtml, ...other } = await readByProgram(source)
    expect(own).toEqual(other)
    expect([ownText.trimEnd(), ownHtml.trimEnd()]).toEqual([otherText.trimEnd(), otherHtml.trimEnd()])
  }
})

test('a file that is no email of the console has no contents, and takes no time', () => {
  const nothing = { from: '', to: '', subject: '', text: '', html: '' }
  expect(readOwnMail('')).toEqual(nothing)
  expect(readOwnMail('=?=?'.repeat(200_000))).toEqual(nothing)
  expect(readOwnMail(`Subject: ${'=?utf-8?q?'.repeat(50_000)}\r\n\r\n`)).toMatchObject({ text: '' })
})
