#!/usr/bin/env node
// Verifies an NDJSON export of the access record of Health Console, without the console. One file, Node.js 20.12 or newer.
//
//   node verify-audit.mjs EXPORT.ndjson [--against CHECKPOINTS] [--key VERIFIER-KEY]
//
// --against  a file with further checkpoints, for example from a mail or from the log
// --key      the verifier key that you know from elsewhere; without it the keys in the export are used
//
// Exit code 0: the record is intact, 1: it is broken, 2: this cannot be told.

import { createPublicKey, hash, verify } from 'node:crypto'
import { closeSync, fstatSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/**
 * @typedef {{ sequence: number, version: number, previousHash: string, hash: string }} Row
 * @typedef {{ sequence: number, hash: string }} ChainEnd
 * @typedef {{ name: string, keyId: string, signature: Buffer }} Signature
 * @typedef {{ size: number, hash: string, at: string, isSeal: boolean, note: string, text: string, signatures: Signature[] }} Checkpoint
 * @typedef {'edited' | 'deleted' | 'inserted' | 'swapped' | 'cut' | 'rebuilt'} FaultKind
 * @typedef {{ kind: FaultKind, from: number, to: number }} Fault
 *   `to`: the last row of a range; of swapped rows the other one
 * @typedef {{
 *   first: number,
 *   rows: number,
 *   provenTo: number,
 *   brokenAt: number | null,
 *   fault: Fault | null,
 *   provenBy: Checkpoint | null,
 *   rejected: Checkpoint[],
 * }} Verdict
 *   `first` and `rows`: the first and the last row that are whole; `provenTo`: the last that a checkpoint proves; `rejected`: checkpoints without a valid signature
 */

export const emptyChain = { sequence: 0, hash: '0'.repeat(64) }

// ---- Rows: what the hash of a row covers, by its version. A released version is never changed.

/** What a field holds in rows of versions that do not hash it. */
const unusedValues = { operator: null, sessionId: null, subject: null, subjects: '[]', reason: null, count: 1 }

/** @param {string} hashed the fields that the hash covers, in its order */
function format(hashed) {
  const fields = hashed.split(' ')
  return { fields, unused: Object.entries(unusedValues).filter(([field]) => !fields.includes(field)) }
}

/** By version. @type {Record<number, ReturnType<typeof format>>} */
const formats = {
  1: format('sequence atMs actorId action subject outcome address requestId previousHash'),
  2: format('version sequence atMs actorId action subject outcome reason count address requestId previousHash'),
  3: format(
    'version sequence atMs actorId operator sessionId action subjects outcome reason count address requestId previousHash',
  ),
}

/** @param {any} row of a known version */
export function hashOf(row) {
  return hash('sha256', JSON.stringify(formats[row.version]?.fields.map((field) => row[field])))
}

/**
 * Whether the hash of a row is its own, and no field that its version does not have holds a value.
 * @param {any} row
 */
export function isIntact(row) {
  const unused = formats[row.version]?.unused
  return unused?.every(([field, value]) => row[field] === value) === true && row.hash === hashOf(row)
}

// ---- Checkpoints: notes in the form of https://c2sp.org/tlog-checkpoint, signed as https://c2sp.org/signed-note says.

const checkpointPattern = /^(\S+\n(\d{1,15})\n([\w+/]{43}=)\n((?:[^\n]+\n)*))\n((?:— \S+ [\w+/]+=*(?:\n|$))+)/gm

/**
 * Finds all checkpoints in a text, also in a mail around them.
 * @param {string} text
 * @returns {Checkpoint[]}
 */
export function parseCheckpoints(text) {
  const lines = text.replaceAll(/[ \t]*\r?\n/g, '\n')
  return [...lines.matchAll(checkpointPattern)].map(
    ([note, body = '', size, root = '', extensions = '', signatures = '']) => ({
      size: Number(size),
      hash: Buffer.from(root, 'base64').toString('hex'),
      at: /^time (\S+)$/m.exec(extensions)?.[1] ?? '',
      isSeal: /^sealed$/m.test(extensions),
      note,
      text: body,
      signatures: signatures.trimEnd().split('\n').map(parseSignature),
    }),
  )
}

/** @param {string} line @returns {Signature} */
function parseSignature(line) {
  const [, name = '', encoded = ''] = line.split(' ')
  const bytes = Buffer.from(encoded, 'base64')
  return { name, keyId: bytes.subarray(0, 4).toString('hex'), signature: bytes.subarray(4) }
}

/**
 * @param {Checkpoint} checkpoint
 * @param {string[]} verifierKeys as `name+keyId+base64`
 */
export function isSigned(checkpoint, verifierKeys) {
  return checkpoint.signatures.some(({ name, keyId, signature }) =>
    verifierKeys
      .filter((key) => key.startsWith(`${name}+${keyId}+`))
      .some((key) => verify(null, Buffer.from(checkpoint.text), toPublicKey(key), signature)),
  )
}

/** @param {string} verifierKey @throws Error when it is none */
export function toPublicKey(verifierKey) {
  const [, name = '', keyId, encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([\w+/]+=*)$/.exec(verifierKey) ?? []
  const key = Buffer.from(encoded, 'base64')
  if (key.length !== 33 || key[0] !== 1 || keyId !== toKeyId(name, key)) {
    throw new Error(`This is no Ed25519 verifier key: ${verifierKey}`)
  }
  const x = key.subarray(1).toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

/** @param {string} name @param {Buffer} key the type of the key, which is 1, and its bytes */
export function toKeyId(name, key) {
  return hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), key]), 'hex').slice(0, 8)
}

// ---- The chain.

/** Deleted rows whose successors were renumbered are detected up to this many. */
const mostRenumbered = 1_000

/**
 * Follows the chain row by row. Rows after the first broken one are needed too: they tell what happened to it.
 * @param {{
 *   start: ChainEnd,
 *   checkpoints: Checkpoint[],
 *   verifierKeys: string[],
 * }} given `start`: the sealed end of what was archived, or the empty chain
 */
export function createChainCheck({ start, checkpoints, verifierKeys }) {
  const known = checkpoints.filter(({ size }) => size >= start.sequence).sort((a, b) => a.size - b.size)
  /** @type {Checkpoint[]} */
  const rejected = []
  // The newest one says how long the chain is. Of the others only those that contradict the chain need their signature
  // checked.
  for (let last = known.at(-1); last && !isSigned(last, verifierKeys); last = known.at(-1)) {
    rejected.push(last)
    known.pop()
  }
  const newest = known.at(-1) ?? null

  /** @type {ChainEnd} */
  let end = start
  /** @type {ChainEnd | undefined} */
  let before
  let position = 0
  let provenTo = start.sequence
  /** @type {Checkpoint | undefined} */
  let contradicted
  /** @type {ReturnType<typeof createDiagnosis> | undefined} */
  let diagnosis

  function compare() {
    for (let next = known[position]; next && next.size <= end.sequence; next = known[++position]) {
      if (next.hash === end.hash) provenTo = next.size
      else if (isSigned(next, verifierKeys)) contradicted ??= next
      else rejected.push(next)
    }
  }
  compare()

  /** @returns {Fault | null} */
  function findFault() {
    if (contradicted) return { kind: 'rebuilt', from: provenTo + 1, to: contradicted.size }
    if (diagnosis) return diagnosis.conclude()
    if (newest && newest.size > end.sequence) return { kind: 'cut', from: end.sequence + 1, to: newest.size }
    return null
  }

  return {
    /** @param {Row} row */
    add(row) {
      // Archived, but not deleted yet.
      if (row.sequence <= start.sequence) return
      if (contradicted) return
      if (diagnosis) return diagnosis.look(row)
      if (row.sequence !== end.sequence + 1 || row.previousHash !== end.hash || !isIntact(row)) {
        diagnosis = createDiagnosis({ row, end, before: end.sequence === provenTo ? undefined : before })
        return
      }
      before = end
      end = { sequence: row.sequence, hash: row.hash }
      compare()
    },
    /** @returns {Verdict} */
    finish() {
      const fault = findFault()
      const rows = fault ? fault.from - 1 : end.sequence
      const provenBy = fault ? null : newest
      return { first: start.sequence + 1, rows, provenTo, brokenAt: fault?.from ?? null, fault, provenBy, rejected }
    },
  }
}

/**
 * Says what happened where the chain breaks.
 * @param {{ row: Row, end: ChainEnd, before: ChainEnd | undefined }} given
 *   `row`: the first one that does not follow `end`; `before`: the row before `end`, unless a checkpoint proves `end`
 */
function createDiagnosis({ row, end, before }) {
  const expected = end.sequence + 1
  /** @param {Row} some @param {number} sequence */
  const belongsAt = (some, sequence) => isIntact({ ...some, sequence })
  /** The position of the row that belongs here. @type {number | undefined} */
  let home

  return {
    /** @param {Row} later */
    look(later) {
      if (later.previousHash === end.hash && belongsAt(later, expected)) home ??= later.sequence
    },
    /** @returns {Fault} */
    conclude() {
      if (before && row.previousHash === before.hash && belongsAt(row, end.sequence)) {
        return { kind: 'inserted', from: end.sequence, to: end.sequence }
      }
      // This row is intact and names another previous row: that one was changed together with its hash.
      if (before && row.sequence === expected && isIntact(row)) {
        return { kind: 'edited', from: end.sequence, to: end.sequence }
      }
      if (row.sequence < expected) return { kind: 'inserted', from: expected, to: expected }
      if (home !== undefined) {
        const other = row.sequence > expected ? row.sequence : home
        return belongsAt(row, other) && other !== expected
          ? { kind: 'swapped', from: expected, to: other }
          : { kind: 'inserted', from: expected, to: expected }
      }
      if (row.sequence > expected) return { kind: 'deleted', from: expected, to: row.sequence - 1 }
      for (let moved = 1; moved <= mostRenumbered; moved += 1) {
        if (belongsAt(row, expected + moved)) return { kind: 'deleted', from: expected, to: expected + moved - 1 }
      }
      return { kind: 'edited', from: expected, to: expected }
    },
  }
}

/** @param {Fault} fault @returns {string} */
function describeFault({ kind, from, to }) {
  const range = from === to ? `row ${from}` : `rows ${from} to ${to}`
  switch (kind) {
    case 'edited':
      return 'it was changed'
    case 'deleted':
      return `${range} ${from === to ? 'was' : 'were'} deleted`
    case 'inserted':
      return 'it was inserted'
    case 'swapped':
      return `it was swapped with row ${to}`
    case 'cut':
      return `the tail was cut, ${range} ${from === to ? 'is' : 'are'} missing that a checkpoint covers`
    case 'rebuilt':
      return `${range} ${from === to ? 'is not the one that was signed' : 'are not all those that were signed: the record was written anew from one of them on'}`
  }
}

/** @param {Verdict} verdict @returns {string} */
export function describeVerdict(verdict) {
  const { fault, rejected } = verdict
  const lines = fault ? describeBroken(verdict, fault) : describeIntact(verdict)
  if (rejected.length > 0) {
    lines.push(`Checkpoints without a valid signature of a known key, which were left out: ${rejected.length}.`)
  }
  return lines.join('\n')
}

/** @param {Verdict} verdict @param {Fault} fault */
function describeBroken({ first, rows, provenTo }, fault) {
  const lines = [`The audit record is broken at row ${fault.from}: ${describeFault(fault)}.`]
  if (rows >= first) lines.push(`Rows ${first} to ${rows} form an intact chain.`)
  lines.push(provenTo >= first ? `A checkpoint proves it up to row ${provenTo}.` : 'No checkpoint proves any of it.')
  return lines
}

/** @param {Verdict} verdict */
function describeIntact({ first, rows, provenBy }) {
  const archived = first > 1 ? `; the ${first - 1} rows before them are archived and sealed` : ''
  const lines = [`The audit record is intact: ${rows - first + 1} rows${archived}.`]
  if (!provenBy) {
    return [...lines, 'There is no checkpoint to compare it with: rows that are missing at its end would not be seen.']
  }
  return [...lines, `The checkpoint of ${provenBy.at} proves it up to row ${provenBy.size}.`]
}

/** @param {Verdict} verdict @returns {0 | 1 | 2} whole, broken, cannot be told */
export function toExitCode({ fault, provenBy, rejected }) {
  if (fault) return 1
  return provenBy && rejected.length === 0 ? 0 : 2
}

// ---- An export: one JSON object a line, oldest or newest row first; the last line has the proof.

/** @typedef {{ isFiltered: boolean, checkpoints: string[], seal: string | null, publicKeys: string[] }} Trailer */

/**
 * The lines of a file, from its beginning or from its end.
 * @param {string} file
 * @param {boolean} backwards
 * @returns {Generator<string>}
 */
function* readLines(file, backwards) {
  const handle = openSync(file, 'r')
  try {
    const { size } = fstatSync(handle)
    const chunk = Buffer.alloc(1024 * 1024)
    let rest = Buffer.alloc(0)
    for (let done = 0; done < size;) {
      const length = Math.min(chunk.length, size - done)
      const bytes = chunk.subarray(0, readSync(handle, chunk, 0, length, backwards ? size - done - length : done))
      done += length
      const joined = backwards ? Buffer.concat([bytes, rest]) : Buffer.concat([rest, bytes])
      const cut = backwards ? joined.indexOf(0x0a) : joined.lastIndexOf(0x0a)
      if (cut === -1) {
        rest = joined
        continue
      }
      rest = backwards ? joined.subarray(0, cut) : joined.subarray(cut + 1)
      const lines = (backwards ? joined.subarray(cut + 1) : joined.subarray(0, cut)).toString('utf8').split('\n')
      yield* (backwards ? lines.reverse() : lines).filter(Boolean)
    }
    if (rest.length > 0) yield rest.toString('utf8')
  } finally {
    closeSync(handle)
  }
}

/** @param {string} line */
function parseLine(line) {
  try {
    const row = JSON.parse(line)
    // The server keeps the list as text.
    return Array.isArray(row.subjects) ? { ...row, subjects: JSON.stringify(row.subjects) } : row
  } catch {
    throw new CannotTell(`This line is not JSON: ${line.slice(0, 60)}`)
  }
}

/** What is given does not allow an answer. */
export class CannotTell extends Error {}

/** @param {string} file @returns {{ trailer: Trailer | undefined, isNewestFirst: boolean }} */
function readShape(file) {
  const lastLines = [...take(readLines(file, true), 2)].map(parseLine)
  const trailer = lastLines[0]?.proof
  const lastRow = lastLines[trailer ? 1 : 0]
  const [firstRow] = [...take(readLines(file, false), 1)].map(parseLine)
  return { trailer, isNewestFirst: firstRow?.sequence > lastRow?.sequence }
}

/** @param {Iterable<string>} lines @param {number} count */
function* take(lines, count) {
  for (const line of lines) {
    if (count-- <= 0) return
    yield line
  }
}

/**
 * @param {string} file
 * @param {{ against?: string | undefined, keys?: string[] | undefined }} [known] what is known from elsewhere
 * @returns {{ verdict: Verdict, publicKeys: string[] }}
 * @throws Error when the file does not allow an answer
 */
export function verifyExport(file, { against, keys = [] } = {}) {
  const { trailer, isNewestFirst } = readShape(file)
  if (trailer?.isFiltered) {
    throw new CannotTell('This export was filtered. It cannot be proven whole: export the record without filters.')
  }
  const publicKeys = keys.length > 0 ? keys : (trailer?.publicKeys ?? [])
  for (const key of publicKeys) toPublicKey(key)
  const texts = [...(trailer?.checkpoints ?? []), against === undefined ? '' : readFileSync(against, 'utf8')]
  const check = createChainCheck({
    start: toStart(trailer?.seal ?? null, publicKeys),
    checkpoints: texts.flatMap(parseCheckpoints),
    verifierKeys: publicKeys,
  })
  for (const line of readLines(file, isNewestFirst)) {
    const row = parseLine(line)
    if (row.proof === undefined) check.add(row)
  }
  return { verdict: check.finish(), publicKeys }
}

/**
 * Where the chain begins: after the rows that were archived, or with row 1.
 * @param {string | null} seal the checkpoint of the last archived row
 * @param {string[]} verifierKeys
 * @returns {ChainEnd}
 */
export function toStart(seal, verifierKeys) {
  if (seal === null) return emptyChain
  const [checkpoint] = parseCheckpoints(seal)
  if (!checkpoint?.isSeal || !isSigned(checkpoint, verifierKeys)) {
    throw new CannotTell('The seal of the archived rows bears no valid signature of a known key.')
  }
  return { sequence: checkpoint.size, hash: checkpoint.hash }
}

function main() {
  const options = /** @type {const} */ ({ against: { type: 'string' }, key: { type: 'string', multiple: true } })
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new CannotTell('Name one export.')
  const { verdict, publicKeys } = verifyExport(file, { against: values.against, keys: values.key })
  const isTrusted = values.key !== undefined
  const lines = [describeVerdict(verdict)]
  if (!isTrusted) {
    lines.push(
      'The keys come with the export: compare them with those that you know, or name yours with --key.',
      ...publicKeys,
    )
  }
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = toExitCode(verdict)
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    main()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  }
}
