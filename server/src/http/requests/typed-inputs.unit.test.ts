import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Endpoint } from '@health-console/contract/http/endpoint.ts'
import { isConfirmation } from '@health-console/contract/values/ids.ts'
import { foldSearch } from '@health-console/contract/values/search-text.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const contract = path.resolve(import.meta.dirname, '../../../../contract/src')

type Leaf = { name: string; at: string; schema: z.ZodMiniType }

/** What people type or paste, by the name of the field. */
const typed: Record<string, { plain: string; isSame?: (one: unknown, other: unknown) => boolean }> = {
  email: { plain: 'ada-1@example.org' },
  newEmail: { plain: 'ada-1@example.org' },
  code: { plain: '012345' },
  networks: { plain: '10.20.0.0/16' },
  memberId: { plain: 'HM-12014265', isSame: (one, other) => isConfirmation(String(one), String(other)) },
  search: {
    plain: 'HM-12014265',
    isSame: (one, other) => foldSearch(String(one)).trim() === foldSearch(String(other)),
  },
}

/** Lines of text that are stored as they are, but without what is invisible at their ends. */
const lines = ['fullName', 'name', 'reason', 'sentence']

/**
 * What programs write, or what is compared as it is: IDs and secrets of links, passwords, answers of passkeys and
 * identity providers, positions, days that the page has read, and what a file contains.
 */
const exact = (
  'id inviteId sessionId userIds uploadId token tokenId passkeyId reportId finding ' +
  'password oldPassword newPassword passkey answer next cursor after signature expires ' +
  'date from to page version partNumber sha256 headSha256 filename template sheets columns words answers ' +
  // The audit log is searched for the text as it is and as it reads; the page sends subjects as they read.
  'actor subject text'
).split(' ')

const pasted: [string, (text: string) => string][] = [
  ['marks of copied right-to-left text', (text) => `\u202B\u200F${text}\u200F\u202C`],
  ['other invisible marks', (text) => `\uFEFF\u2066${text}\u2069\u200B`],
  ['white space', (text) => `\u00A0\t ${text}\u3000\n`],
  ['one width', (text) => text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))],
  ...['\u2010', '\u2011', '\u2013', '\u2212', '\uFE63'].map((dash): [string, (text: string) => string] => [
    `the dash ${dash}`,
    (text) => text.replaceAll('-', dash),
  ]),
]
const digits = ['٠', '۰', '०', '๐', '𝟎'].map((zero): [string, (text: string) => string] => [
  `digits like ${zero}`,
  (text) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit))),
])

const leaves = await listLeaves()

test('every text that a request contains is read as people paste it, or compared as it is', () => {
  const known = new Set([...Object.keys(typed), ...lines, ...exact])
  expect(leaves.filter(({ name }) => !known.has(name)).map(({ at }) => at)).toEqual([])
  const used = new Set(leaves.map(({ name }) => name))
  expect([...known].filter((name) => !used.has(name))).toEqual([])
})

test.each([...pasted, ...digits])('what is pasted is read: %s', (_, paste) => {
  for (const { name, at, schema } of leaves) {
    const { plain, isSame = Object.is } = typed[name] ?? {}
    if (plain === undefined) continue
    const [read, written] = [z.parse(schema, paste(plain)), z.parse(schema, plain)]
    expect([at, read, isSame(read, written)]).toEqual([at, read, true])
  }
})

test.each(pasted.slice(0, 3))('a line of text is stored without what is around it: %s', (_, paste) => {
  for (const { name, at, schema } of leaves) {
    if (!lines.includes(name)) continue
    expect([at, z.parse(schema, paste('Ada – ３'))]).toEqual([at, 'Ada – ３'])
  }
})

async function listLeaves(): Promise<Leaf[]> {
  const names = readdirSync(contract, { recursive: true, encoding: 'utf8' })
  const files = names.filter((file) => /(?<!\.(test|d))\.ts$/.test(file))
  const modules = await Promise.all(
    files.map((file) => import(path.join(contract, file)) as Promise<Record<string, unknown>>),
  )
  return modules.flatMap(Object.values).filter(isEndpoint).flatMap(leavesOf)
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'summary' in value
}

function leavesOf({ method, path, params, query, body, form }: Endpoint): Leaf[] {
  const inputs = [params, query, body, form?.fields].filter((input) => input !== undefined)
  return inputs.flatMap((input) => leavesIn(input, { name: '', at: `${method} ${path}` }))
}

type Def = {
  type: string
  shape?: Record<string, z.ZodMiniType>
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  options?: z.ZodMiniType[]
  valueType?: z.ZodMiniType
  in?: z.ZodMiniType
}

function leavesIn(schema: z.ZodMiniType, { name, at }: { name: string; at: string }): Leaf[] {
  const def = schema._zod.def as unknown as Def
  if (def.shape)
    return Object.entries(def.shape).flatMap(([key, value]) =>
      // What is within an answer of a program is part of it.
      leavesIn(value, { name: exact.includes(name) ? name : key, at: `${at} ${key}` }),
    )
  const inner = def.innerType ?? def.element ?? def.valueType
  if (inner) return leavesIn(inner, { name, at })
  if (def.options) return def.options.flatMap((option) => leavesIn(option, { name, at }))
  const isText = def.type === 'string' || (def.type === 'pipe' && def.in && (def.in._zod.def as Def).type === 'string')
  return isText ? [{ name, at, schema }] : []
}
