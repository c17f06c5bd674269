import { describe, expect, test } from 'vitest'
import { readPrompt } from './prompt.ts'
import { comparePrompts, countChangedLines } from './prompt-difference.ts'
import { bytesSource } from '../testing/observed-source.ts'

const read = (bytes: Uint8Array) => readPrompt(bytesSource(bytes))
const utf8 = (text: string) => new TextEncoder().encode(text)

describe('a prompt file', () => {
  test.each([
    ['one line', 1, 8],
    ['one line\n', 1, 9],
    ['two\nlines', 2, 9],
    ['Grüße 🩺\r\n', 1, 9],
  ])('the prompt %j is read', async (text, lineCount, characterCount) => {
    expect(await read(utf8(text))).toEqual({ kind: 'txt', lineCount, characterCount, notices: [] })
  })

  test('a prompt is the same however it is cut into pieces', async () => {
    const pieceBytes = 1024 * 1024
    for (const before of [pieceBytes - 3, pieceBytes - 2, pieceBytes - 1, pieceBytes]) {
      expect(await read(utf8(`${'a'.repeat(before)}🩺\n`))).toEqual({
        kind: 'txt',
        lineCount: 1,
        characterCount: before + 2,
        notices: [],
      })
    }
  })

  test.each([
    ['a byte of Latin-1', [0x47, 0x72, 0xfc, 0xdf, 0x65]],
    ['NUL', [0x61, 0x00, 0x62]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a needlessly long form', [0xc0, 0xaf]],
    ['a character cut off at the end', [0x61, 0xf0, 0x9f, 0xa9]],
  ])('a prompt with %s is rejected', async (_, bytes) => {
    await expect(read(Uint8Array.from(bytes))).rejects.toThrow('This isn’t')
  })

  test.each([
    ['with its mark', [0xff, 0xfe, 0x61, 0x00]],
    ['of the other order', [0xfe, 0xff, 0x00, 0x61]],
    ['without a mark', [...'You are kind.'].flatMap((letter) => [letter.charCodeAt(0), 0])],
  ])('the error for a prompt in UTF-16 %s says what to do', async (_, bytes) => {
    await expect(read(Uint8Array.from(bytes))).rejects.toThrow(
      'This text is in UTF-16. Save it as UTF-8 and choose it again.',
    )
  })

  test.each([
    ['{\\rtf1\\ansi You are kind.}', 'an RTF document'],
    ['%PDF-1.7\n', 'a PDF document'],
    ['\ufeff<!-- saved --> <!DOCTYPE html><p>You are kind.', 'an HTML page'],
    ['<html lang="en">', 'an HTML page'],
  ])('a prompt that begins with %j is rejected', async (text, what) => {
    await expect(read(utf8(text))).rejects.toThrow(`This is ${what}, not plain text.`)
  })

  test('a prompt that begins with endless comments is read in time', async () => {
    const comments = '<!-- saved --> '.repeat(60_000)
    await expect(read(utf8(`${comments}<html>`))).rejects.toThrow('This is an HTML page')
    expect((await read(utf8(`${comments}<!-- kind`))).lineCount).toBe(1)
  })

  test.each([
    '--------abc\r\nContent-Disposition: form-data; name="file"; filename="prompt.txt"\r\n\r\nYou are kind.\r\n',
    '\r\n--x\nContent-Type: text/plain\ncontent-disposition: form-data; name="file"\n\nYou are kind.\n--x--\n',
  ])('a form with a prompt in it is rejected: %j', async (text) => {
    await expect(read(utf8(text))).rejects.toThrow('This is a web form with a file in it. Send only the file itself.')
  })

  test.each(['<system>You are kind.</system>', 'Answer in <html> only.', '<headline>'])(
    '%j is accepted as text',
    async (text) => {
      expect((await read(utf8(text))).notices).toEqual([])
    },
  )

  test('a notice lists the invisible characters of a prompt', async () => {
    expect((await read(utf8('a\u202Eb\u202Ec\u0007d\te'))).notices).toEqual([
      'The prompt has 1 control character (U+0007).',
      'The prompt has 2 direction characters (U+202E).',
    ])
  })

  test.each(['', ' \r\n\t\n', '\ufeff', '\n'.repeat(3_000_000)])('a prompt without text is rejected', async (text) => {
    await expect(read(utf8(text))).rejects.toThrow('no text')
  })
})

describe('the difference of two prompts', () => {
  test('the difference of two prompts shows changed lines with their context', () => {
    const before = 'You are kind.\nAnswer in English.\nBe brief.\n'
    const after = 'You are kind.\nAnswer in plain English.\nBe brief.\nCite sources.\n'
    expect(comparePrompts(before, after)).toEqual({
      addedLines: 2,
      removedLines: 1,
      hunks: [
        {
          beforeLine: 1,
          afterLine: 1,
          lines: [
            { kind: 'same', text: 'You are kind.' },
            { kind: 'removed', text: 'Answer in English.' },
            { kind: 'added', text: 'Answer in plain English.' },
            { kind: 'same', text: 'Be brief.' },
            { kind: 'added', text: 'Cite sources.' },
          ],
        },
      ],
    })
  })

  test('the difference of equal prompts is empty', () => {
    expect(comparePrompts('same\n', 'same\n')).toEqual({ addedLines: 0, removedLines: 0, hunks: [] })
  })

  test('the difference of long prompts that have nothing in common is not computed', async () => {
    const lines = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word} ${index}\n`).join('')
    expect(comparePrompts(lines('old'), lines('new'))).toBeNull()
    expect(await countChangedLines(lines('old'), lines('new'))).toBeNull()
  })

  test('the changed lines of two prompts are counted as they are shown', async () => {
    const [before, after] = ['One.\nTwo.\nThree.\n', 'One.\nFour.\nFive.\nThree.']
    const { addedLines, removedLines } = comparePrompts(before, after) ?? {}
    expect(await countChangedLines(before, after)).toEqual({ added: addedLines, removed: removedLines })
    expect(await countChangedLines(before, before)).toEqual({ added: 0, removed: 0 })
  })
})
