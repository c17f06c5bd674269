import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../processes/server-process.ts'

export const apiPage = readFileSync(path.join(root, 'docs/api.md'), 'utf8')

/** The cells of all rows of the tables whose first heading is this. */
export function tablesOf(text: string, heading: string): string[][] {
  const rows: string[][] = []
  let isInside = false
  for (const line of text.split('\n')) {
    const cells = line.startsWith('| ') ? cellsOf(line) : undefined
    if (!cells) isInside = false
    else if (cells[0] === heading) isInside = true
    else if (isInside && !/^-+$/.test(cells[0] ?? '')) rows.push(cells)
  }
  return rows
}

const cellsOf = (line: string) =>
  line
    .replaceAll(String.raw`\|`, '\u0000')
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\u0000', '|'))

/** The blocks of the page that run `curl`, without the responses in them. */
export const curlExamples = (page: string): string[] =>
  [...page.matchAll(/^```(\w*)\n([^]*?)^```$/gm)]
    .filter(([, language = '', block = '']) => ['', 'sh'].includes(language) && block.includes('curl '))
    .map(([, , block = '']) => block)
    .map((block) => block.replaceAll(/^\{.*\n/gm, ''))
