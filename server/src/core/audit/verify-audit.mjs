#!/usr/bin/env node
// Verifies an NDJSON export of the audit log of Health Console, without the console. One file, Node.js 20.12 or newer.
//
//   node verify-audit.mjs EXPORT.ndjson [--against CHECKPOINTS] [--key VERIFIER-KEY]
//   node verify-audit.mjs manifest.json --key VERIFIER-KEY
//
// The second form verifies the unpacked export of everything about one user.
//
// --against  a file with further checkpoints, for example from an email or from the log
// --key      the verifier key that you know from elsewhere; without it the keys in the export are used
//
// Exit code 0: it is intact, 1: it is broken, 2: this cannot be verified.

import { isUtf8 } from 'node:buffer'
import { createPublicKey, hash, verify } from 'node:crypto'
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/**
 * @typedef {{ sequence: number, version: number, previousHash: string, hash: string }} Row
 * @typedef {{ sequence: number, hash: string }} ChainEnd
 * @typedef {{ name: string, keyId: string, signature: Buffer }} Signature
 * @typedef {{ size: number, hash: string, at: string, note: string, text: string, signatures: Signature[] }} Checkpoint
 * @typedef {'edited' | 'deleted' | 'inserted' | 'swapped' | 'cut' | 'rebuilt'} DamageKind
 * @typedef {{ kind: DamageKind, from: number, to: number }} Damage
 *   `to`: the last row of a range; of swapped rows the other one
 * @typedef {{
 *   rows: number,
 *   provenTo: number,
 *   brokenAt: number | null,
 *   damage: Damage | null,
 *   provenBy: Checkpoint | null,
 *   rejected: Checkpoint[],
 * }} Verdict
 *   `rows`: the last row that is whole; `provenTo`: the last that a checkpoint proves; `rejected`: checkpoints without a valid signature
 */

export const emptyChain = { sequence: 0, hash: '0'.repeat(64) }

// ---- Rows: what the hash of a row covers, by its version. A released version is never changed.

/** The fields that the hash covers, in its order, by version. @type {Record<number, string[]>} */
const hashedFields = {
  1: 'version sequence atMs actorId operator sessionId action subjects outcome reason count address requestId previousHash'.split(
    ' ',
  ),
}

/** Every field of a row, in order of the alphabet. */
const rowFields = [...(hashedFields[1] ?? []), 'hash'].sort().join(' ')

/** @param {any} row a row of a known version */
export function hashOf(row) {
  return hash('sha256', JSON.stringify(hashedFields[row.version]?.map((field) => row[field])))
}

/**
 * Whether the version of a row is known and its hash is correct.
 * @param {any} row
 */
export function isIntact(row) {
  return Object.hasOwn(hashedFields, row.version) && row.hash === hashOf(row)
}

/**
 * A row as a line of JSON, with every field that its hash covers.
 * @param {any} row
 */
export function toExportLine(row) {
  return `${JSON.stringify({ ...row, subjects: parseSubjects(row.subjects) })}\n`
}

/**
 * Parses the list if the text has exactly the format that the server writes, because any other text is a change.
 * @param {string} text
 * @returns {unknown}
 */
function parseSubjects(text) {
  try {
    const subjects = JSON.parse(text)
    return Array.isArray(subjects) && JSON.stringify(subjects) === text ? subjects : text
  } catch {
    return text
  }
}

// ---- Checkpoints: notes in the format of https://c2sp.org/tlog-checkpoint, signed according to
// https://c2sp.org/signed-note.

// The limits keep a malicious text from taking a long time.
const checkpointPattern =
  /^(\S+\n(\d{1,15})\n([\w+/]{43}=)\n((?:[^\n]+\n){0,16}))\n((?:— \S+ [\w+/]+=*(?:\n|$)){1,16})/gm

/**
 * Finds all checkpoints in a text, also inside an email.
 * @param {string} text
 * @returns {Checkpoint[]}
 */
export function parseCheckpoints(text) {
  const lines = text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
  return [...lines.matchAll(checkpointPattern)].map(
    ([note, body = '', size, root = '', extensions = '', signatures = '']) => ({
      size: Number(size),
      hash: Buffer.from(root, 'base64').toString('hex'),
      at: /^time (\S+)$/m.exec(extensions)?.[1] ?? '',
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
 * @param {Pick<Checkpoint, 'text' | 'signatures'>} checkpoint
 * @param {string[]} verifierKeys as `name+keyId+base64`
 */
export function isSigned(checkpoint, verifierKeys) {
  return checkpoint.signatures.some((each) =>
    verifierKeys
      .filter((key) => isNamed(key, each))
      .some((key) => verify(null, Buffer.from(checkpoint.text), toPublicKey(key), each.signature)),
  )
}

/** @param {string} verifierKey @param {Signature} signature */
const isNamed = (verifierKey, { name, keyId }) => verifierKey.startsWith(`${name}+${keyId}+`)

/** @param {string} word */
export function isVerifierKey(word) {
  try {
    return toPublicKey(word) !== undefined
  } catch {
    return false
  }
}

/** @param {string} verifierKey @throws Error if it is not a verifier key */
export function toPublicKey(verifierKey) {
  const [, name = '', keyId, encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([\w+/]+=*)$/.exec(verifierKey) ?? []
  const key = Buffer.from(encoded, 'base64')
  if (key.length !== 33 || key[0] !== 1 || keyId !== toKeyId(name, key)) {
    throw new CannotVerify(`This is not an Ed25519 verifier key: ${verifierKey}`)
  }
  const x = key.subarray(1).toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

/** @param {string} name @param {Buffer} key the type of the key, which is 1, and its bytes */
export function toKeyId(name, key) {
  return hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), key]), 'hex').slice(0, 8)
}

// ---- The chain.

/** The maximum number of deleted rows that are detected if their successors were renumbered. */
const mostRenumbered = 1_000

/**
 * Follows the chain row by row. Rows after the first broken one are needed too, because they show what happened to it.
 * @param {{ checkpoints: Checkpoint[], verifierKeys: string[] }} known
 */
export function createChainCheck({ checkpoints, verifierKeys }) {
  const known = checkpoints.toSorted((a, b) => a.size - b.size)
  /** @type {Checkpoint[]} */
  const rejected = []
  // The newest one determines the length of the chain. The other signatures are only checked if they contradict the
  // chain.
  for (let last = known.at(-1); last && !isSigned(last, verifierKeys); last = known.at(-1)) {
    rejected.push(last)
    known.pop()
  }
  const newest = known.at(-1) ?? null

  /** @type {ChainEnd} */
  let end = emptyChain
  /** @type {ChainEnd | undefined} */
  let before
  let position = 0
  let provenTo = 0
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

  /** @returns {Damage | null} */
  function findDamage() {
    if (contradicted) return { kind: 'rebuilt', from: provenTo + 1, to: contradicted.size }
    if (diagnosis) return diagnosis.conclude()
    if (newest && newest.size > end.sequence) return { kind: 'cut', from: end.sequence + 1, to: newest.size }
    return null
  }

  return {
    /** @param {Row} row */
    add(row) {
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
      const damage = findDamage()
      const rows = damage ? damage.from - 1 : end.sequence
      const provenBy = damage ? null : newest
      return { rows, provenTo, brokenAt: damage?.from ?? null, damage, provenBy, rejected }
    },
  }
}

/**
 * Determines what happened where the chain breaks.
 * @param {{ row: Row, end: ChainEnd, before: ChainEnd | undefined }} position   `row`: the first one that does not
 * follow `end`; `before`: the row before `end`, unless a checkpoint proves `end`
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
    /** @returns {Damage} */
    conclude() {
      if (before && row.previousHash === before.hash && belongsAt(row, end.sequence)) {
        return { kind: 'inserted', from: end.sequence, to: end.sequence }
      }
      // This row is intact but refers to another previous row, so that one was changed together with its hash.
      if (before && row.sequence === expected && isIntact(row)) {
        return { kind: 'edited', from: end.sequence, to: end.sequence }
      }
      if (row.sequence < expected) return { kind: 'inserted', from: expected, to: expected }
      if (home !== undefined) {
        const swapped = row.sequence > expected ? row.sequence : home
        return belongsAt(row, swapped) && swapped !== expected
          ? { kind: 'swapped', from: expected, to: swapped }
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

/** @param {Damage} damage @returns {string} */
function describeDamage({ kind, from, to }) {
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
      return `${range} ${from === to ? 'is not the one that was signed' : 'are not all those that were signed: the audit log was written again from one of them on'}`
  }
}

/** @param {Verdict} verdict @returns {string} */
export function describeVerdict(verdict) {
  const { damage, rejected } = verdict
  const lines = damage ? describeBroken(verdict, damage) : describeIntact(verdict)
  if (rejected.length > 0) {
    lines.push(`Ignored checkpoints without a valid signature of a known key: ${rejected.length}.`)
  }
  return lines.map(printable).join('\n')
}

/**
 * A text of unknown origin as one line for a terminal: characters other than letters, marks, digits, symbols and spaces
 * are escaped.
 * @param {string} text
 */
function printable(text) {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`)
}

/** @param {Verdict} verdict @param {Damage} damage */
function describeBroken({ rows, provenTo }, damage) {
  const lines = [`The audit log is broken at row ${damage.from}: ${describeDamage(damage)}.`]
  if (rows > 0) lines.push(`Rows 1 to ${rows} form an intact chain.`)
  lines.push(provenTo > 0 ? `A checkpoint proves it up to row ${provenTo}.` : 'No checkpoint proves any of it.')
  return lines
}

/** @param {Verdict} verdict */
function describeIntact({ rows, provenBy }) {
  const lines = [`The audit log is intact: ${rows} rows.`]
  if (!provenBy) {
    return [...lines, 'There is no checkpoint to compare it with, so missing rows at its end would not be noticed.']
  }
  return [...lines, `The checkpoint of ${provenBy.at} proves it up to row ${provenBy.size}.`]
}

/** @param {Verdict} verdict @returns {0 | 1 | 2} whole, broken, cannot be verified */
export function toExitCode({ damage, provenBy, rejected }) {
  if (damage) return 1
  return provenBy && rejected.length === 0 ? 0 : 2
}

// ---- An export: one JSON object a line, oldest or newest row first; the last line has the proof.

/** @typedef {{ isFiltered: boolean, checkpoints: string[], publicKeys: string[] }} Trailer */

const proofFields = 'checkpoints isFiltered publicKeys'
/** A row contains at most some thousand users. The proof of an export of a broken log has the checkpoints of years. */
const longestLineBytes = 64 * 1024 * 1024

/** The input does not allow a verdict. */
export class CannotVerify extends Error {
  /** @param {string} message */
  constructor(message) {
    super(printable(message))
  }
}

/**
 * The lines of a file, from its beginning or from its end.
 * @param {number} handle
 * @param {boolean} backwards
 * @returns {Generator<string>}
 * @throws CannotVerify if a line is too long or not text
 */
function* readLines(handle, backwards) {
  const entry = fstatSync(handle)
  if (!entry.isFile()) throw new CannotVerify('The export is not a file.')
  const { size } = entry
  const chunk = Buffer.alloc(1024 * 1024)
  /** The beginning of the next line, in parts; when reading backwards, its end. @type {Buffer[]} */
  let parts = []
  let length = 0
  /** @param {Buffer} part */
  function* finish(part) {
    const bytes = Buffer.concat(backwards ? [part, ...parts.reverse()] : [...parts, part])
    parts = []
    length = 0
    if (!isUtf8(bytes)) throw new CannotVerify('A line is not text in UTF-8.')
    if (bytes.length > 0) yield bytes.toString('utf8')
  }
  for (let done = 0; done < size;) {
    const wanted = Math.min(chunk.length, size - done)
    const count = readSync(handle, chunk, 0, wanted, backwards ? size - done - wanted : done)
    if (count !== wanted) throw new CannotVerify('The file was changed while it was read.')
    done += count
    let rest = chunk.subarray(0, count)
    for (;;) {
      const cut = backwards ? rest.lastIndexOf(0x0a) : rest.indexOf(0x0a)
      if (cut === -1) break
      yield* finish(backwards ? rest.subarray(cut + 1) : rest.subarray(0, cut))
      rest = backwards ? rest.subarray(0, cut) : rest.subarray(cut + 1)
    }
    length += rest.length
    if (length > longestLineBytes) throw new CannotVerify('A line is too long for an export of an audit log.')
    // A copy, because the next chunk overwrites these bytes.
    parts.push(Buffer.from(rest))
  }
  yield* finish(Buffer.alloc(0))
}

/** The bytes of a file. A device or pipe may have no end. @param {string} file */
function readWhole(file) {
  if (!statSync(file).isFile()) throw new CannotVerify(`${file} is not a file.`)
  return readFileSync(file)
}

/** @param {string} line @returns {any} an object */
function parseLine(line) {
  let parsed
  try {
    parsed = JSON.parse(line)
  } catch {
    throw new CannotVerify(`This line is not JSON: ${line.slice(0, 60)}`)
  }
  if (typeof parsed === 'object' && parsed !== null) return parsed
  throw new CannotVerify(`This line is not an entry: ${line.slice(0, 60)}`)
}

/** @param {object} value @param {string} fields */
const hasExactly = (value, fields) => Object.keys(value).sort().join(' ') === fields

/**
 * A row as the server stores it. A line that differs in any byte from what the server writes for its row was changed:
 * it has another field, for example, or a field twice.
 * @param {string} line
 * @returns {Row}
 */
function toRow(line) {
  const row = parseLine(line)
  if (!Number.isSafeInteger(row.sequence) || row.sequence < 1)
    throw new CannotVerify(`This line is not an entry: ${line.slice(0, 60)}`)
  // The server stores the list as text.
  const entry = Array.isArray(row.subjects) ? { ...row, subjects: JSON.stringify(row.subjects) } : row
  const isAsWritten = hasExactly(row, rowFields) && toExportLine(entry) === `${line.replace(/\r$/, '')}\n`
  return isAsWritten ? entry : { ...entry, hash: '' }
}

/**
 * The proof of an export, if this is its last line.
 * @param {string | undefined} line
 * @returns {Trailer | undefined}
 */
function findTrailer(line) {
  const parsed = line === undefined ? {} : parseLine(line)
  if (!hasExactly(parsed, 'proof')) return undefined
  const { proof } = parsed
  if (typeof proof?.seal === 'string')
    throw new CannotVerify(
      'This export begins after rows that Health Console 0.3.0 or earlier has archived: verify it with the verify-audit.mjs of that version.',
    )
  const isTexts = (/** @type {unknown} */ list) => Array.isArray(list) && list.every((each) => typeof each === 'string')
  if (
    typeof proof === 'object' &&
    proof !== null &&
    hasExactly(proof, proofFields) &&
    typeof proof.isFiltered === 'boolean' &&
    isTexts(proof.checkpoints) &&
    isTexts(proof.publicKeys)
  )
    return proof
  throw new CannotVerify('The last line is not the proof of an export.')
}

/** @param {number} handle */
function readShape(handle) {
  const [last, beforeLast] = take(readLines(handle, true), 2)
  const trailer = findTrailer(last)
  const lastRow = trailer ? beforeLast : last
  const [first] = take(readLines(handle, false), 1)
  const isNewestFirst =
    first !== undefined && lastRow !== undefined && parseLine(first).sequence > parseLine(lastRow).sequence
  return { trailer, isNewestFirst }
}

/** @param {Iterable<string>} lines @param {number} count */
function take(lines, count) {
  const taken = []
  for (const line of lines) {
    taken.push(line)
    if (taken.length === count) break
  }
  return taken
}

/**
 * The lines of the rows, oldest first.
 * @param {number} handle
 * @param {{ trailer: Trailer | undefined, isNewestFirst: boolean }} shape
 */
function* readRows(handle, { trailer, isNewestFirst }) {
  let toSkip = trailer && isNewestFirst ? 1 : 0
  /** @type {string | undefined} */
  let waiting
  for (const line of readLines(handle, isNewestFirst)) {
    if (toSkip-- > 0) continue
    if (waiting !== undefined) yield toRow(waiting)
    waiting = line
  }
  // This is the last line of the file.
  if (waiting !== undefined && (isNewestFirst || !trailer)) yield toRow(waiting)
}

/**
 * @param {string} file
 * @param {{ against?: string | undefined, keys?: string[] | undefined }} [known] what is known from elsewhere
 * @returns {{ verdict: Verdict, publicKeys: string[] }}
 * @throws CannotVerify if the file does not allow a verdict
 */
export function verifyExport(file, { against, keys = [] } = {}) {
  const handle = openSync(file, 'r')
  try {
    const shape = readShape(handle)
    const { trailer } = shape
    if (trailer?.isFiltered) {
      throw new CannotVerify(
        'This export was filtered, so it cannot be proven complete: export the audit log without filters.',
      )
    }
    const publicKeys = keys.length > 0 ? keys : (trailer?.publicKeys ?? [])
    for (const key of publicKeys) toPublicKey(key)
    const texts = [...(trailer?.checkpoints ?? []), against === undefined ? '' : readWhole(against).toString('utf8')]
    const check = createChainCheck({
      checkpoints: texts.flatMap(parseCheckpoints),
      verifierKeys: publicKeys,
    })
    for (const row of readRows(handle, shape)) check.add(row)
    const verdict = check.finish()
    if (verdict.rows === 0 && !verdict.damage) throw new CannotVerify('The export contains no entries.')
    return { verdict, publicKeys }
  } finally {
    closeSync(handle)
  }
}

// ---- A user's complete data: files, `manifest.json` with their hashes, `manifest.note` with its signature.

const manifestName = 'manifest.json'
const noteName = 'manifest.note'

/**
 * @param {string} file the manifest, in the folder of the files
 * @param {string[]} verifierKeys
 * @returns {string[]} what is wrong
 * @throws CannotVerify if it was not signed by a known key
 */
export function verifyManifest(file, verifierKeys) {
  for (const key of verifierKeys) toPublicKey(key)
  const folder = path.dirname(file)
  const manifest = readWhole(file)
  const note = readWhole(path.join(folder, noteName)).toString('utf8')
  const [, text = '', signatures = ''] = /^(\S+ manifest\n[0-9a-f]{64}\n)\n(— .+)\n$/s.exec(note) ?? []
  const signed = { text, signatures: signatures.split('\n').map(parseSignature) }
  if (text === '' || !isSigned(signed, verifierKeys)) {
    throw new CannotVerify(`${noteName} has no valid signature of a known key: specify the console's with --key.`)
  }
  if (!text.endsWith(`\n${hash('sha256', manifest)}\n`)) return [`${manifestName} was changed`]
  /** @type {{ path: string, sha256: string }[]} */
  const files = JSON.parse(manifest.toString('utf8')).files
  const wrong = files.flatMap((each) => {
    try {
      const isSame = hash('sha256', readWhole(path.join(folder, each.path))) === each.sha256
      return isSame ? [] : [`${each.path} was changed`]
    } catch {
      return [`${each.path} is missing`]
    }
  })
  // This program may have been downloaded to the same folder.
  const own = path.relative(realpathSync(folder), fileURLToPath(import.meta.url))
  const known = new Set([manifestName, noteName, own, ...files.map((each) => each.path)])
  const others = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => !each.isDirectory())
    .map((each) => path.relative(folder, path.join(each.parentPath, each.name)).replaceAll(path.sep, '/'))
    .filter((each) => !known.has(each))
  return [...wrong, ...others.map((each) => `${each} was added`)]
}

/** @typedef {{ write: (text: string) => unknown }} Output */

/** @param {string} file @param {string[]} keys @param {Output} stdout @returns {number} the exit code */
function printManifest(file, keys, stdout) {
  const wrong = verifyManifest(file, keys)
  const lines = wrong.length > 0 ? wrong : ['All files are unchanged since the console signed them.']
  stdout.write(`${lines.map(printable).join('\n')}\n`)
  return wrong.length > 0 ? 1 : 0
}

/** @param {string[]} args @param {Output} stdout @returns {number} the exit code */
function main(args, stdout) {
  const options = /** @type {const} */ ({ against: { type: 'string' }, key: { type: 'string', multiple: true } })
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new CannotVerify('Specify one export.')
  if (path.basename(file) === manifestName) return printManifest(file, values.key ?? [], stdout)
  const { verdict, publicKeys } = verifyExport(file, { against: values.against, keys: values.key })
  const isTrusted = values.key !== undefined
  const lines = [describeVerdict(verdict)]
  if (!isTrusted && publicKeys.length > 0) {
    lines.push(
      'The keys are from the export: compare them with the ones you know, or specify yours with --key.',
      ...publicKeys.map(printable),
    )
  }
  stdout.write(`${lines.join('\n')}\n`)
  return toExitCode(verdict)
}

/** @param {string[]} args @param {{ stdout: Output, stderr: Output }} terminal @returns {number} the exit code */
export function runVerifier(args, { stdout, stderr }) {
  try {
    return main(args, stdout)
  } catch (error) {
    stderr.write(`${printable(error instanceof Error ? error.message : String(error))}\n`)
    return 2
  }
}

// ---- The program. If another file imports this one, the process was started from that file; in every other case it
// verifies, and exits with 2 unless it has.

function isImported() {
  try {
    const started = statSync(process.argv[1] ?? '', { bigint: true })
    const own = statSync(fileURLToPath(import.meta.url), { bigint: true })
    return started.isFile() && (started.dev !== own.dev || started.ino !== own.ino)
  } catch {
    return false
  }
}

if (!isImported()) {
  process.exitCode = 2
  process.exitCode = runVerifier(process.argv.slice(2), process)
}
