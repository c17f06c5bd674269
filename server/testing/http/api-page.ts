import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../server-process.ts'

export const apiPage = readFileSync(path.join(root, 'docs/api.md'), 'utf8')

/** A call as a row of a table of the page describes it. */
export type DocumentedCall = {
  method: string
  /** As in the contract: `/v1/users/{id}`. */
  path: string
  /** The second cell: who may call it, or the scope that it needs. */
  who: string
  /** The names between braces behind the path; undefined without any. */
  fields: string[] | undefined
  /** The whole row. */
  row: string
}

const call = /^(GET|POST|PUT|PATCH|DELETE)(?: (\/\S*|…))?(?: \{(.+)\})?$/

/** The calls in all tables of the page. */
export function documentedCalls(page: string): DocumentedCall[] {
  return page.split(/^## /m).flatMap((section) => {
    const [, prefix = ''] = /Paths begin with `([^`]+)`/.exec(section) ?? []
    return tablesOf(section, 'Call').flatMap(([calls = '', who = '', ...others]) =>
      callsIn(calls, prefix).map((each) => ({ ...each, who, row: [calls, who, ...others].join(' | ') })),
    )
  })
}

function callsIn(cell: string, prefix: string) {
  let known = ''
  const spans = [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, text = '']) => call.exec(text) ?? [])
  const found = [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, text = '']) => {
    const [, method, written, braces] = call.exec(text) ?? []
    if (method === undefined) return []
    if (written !== undefined && written !== '…') known = /^\/(v1|machine)\//.test(written) ? written : prefix + written
    return [{ method, path: known, fields: braces?.split(/ *[,|] */) }]
  })
  // `PUT`, `DELETE /v1/users/{id}/hold`: the path of the second is also that of the first.
  return spans.length === 0 ? [] : found.map((each) => ({ ...each, path: each.path || known }))
}

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

/** The blocks of the page that call `curl`, without the answers in them. */
export const curlExamples = (page: string): string[] =>
  [...page.matchAll(/^```(\w*)\n([^]*?)^```$/gm)]
    .filter(([, language = '', block = '']) => ['', 'sh'].includes(language) && block.includes('curl '))
    .map(([, , block = '']) => block)
    .map((block) => block.replaceAll(/^\{.*\n/gm, ''))
