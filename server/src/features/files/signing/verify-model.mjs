#!/usr/bin/env node
// Verifies what a device should run, and that Health Console published a model file. One file without dependencies,
// Node.js 20.12 or newer.
//
//   node verify-model.mjs MODEL BUNDLE KEYS
//   node verify-model.mjs --manifest FILE --state FILE [--device ID] [--type TYPE MODEL] KEYS
//
// MODEL      the file, under the name that it was published with; or a folder that was signed as a whole
// BUNDLE     its signature: OpenSSF Model Signing 1.0 with a bare key, a Sigstore bundle 0.3 as JSON
// KEYS       one or more public keys in PEM, which you know from elsewhere than MODEL, BUNDLE and the manifest
// --manifest the response of GET /machine/v1/models/manifest; prints as JSON what this device should run
// --state    a file that stores the numbers of the manifests that were seen; it is created by the first run
// --device   the ID of the device; without it, the device belongs to no part to which a version is offered
// --type     gguf, onnx or txt: also says whether MODEL is the version to run
//
// Exit codes, the first that applies:
//   1  another key signed it, it was changed, or the manifest is older than one that this device knows
//   2  it cannot be verified; a renamed file, too
//   4  the model was withdrawn: stop using it (--type)
//   3  the manifest has expired, or is not valid yet: keep what you have, and install nothing new
//   5  the manifest is valid, but the device should run another file (--type)
//   0  one of the keys signed exactly this, and with --type the device should run it

import { createPublicKey, createHash, hash, verify } from 'node:crypto'
import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, readSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/**
 * @typedef {import('node:crypto').KeyObject} KeyObject
 * @typedef {{ name: string, digest: string }} Resource
 * @typedef {{ resources: Resource[], ignoredPaths: string[], keyId: string }} Signed
 * @typedef {{ version: number, fileName: string, size: number, sha256: string }} Version
 * @typedef {Version & { offered?: Version & { percent: number } }} Model
 * @typedef {{ sha256: string, type: string, version: number }} Withdrawn
 * @typedef {{ console: string, number: number, issuedAt: string, expiresAt: string, models: Record<string, Model>, withdrawn: Withdrawn[], keyId: string }} Manifest
 * @typedef {Version & { why: 'current' | 'offered' }} Chosen
 */

/** The input was not signed by a known key, or was changed since. */
export class NotSigned extends Error {}

/** The input does not allow a verdict. */
export class CannotVerify extends Error {}

export const mediaType = 'application/vnd.dev.sigstore.bundle.v0.3+json'
const earlierMediaType = 'application/vnd.dev.sigstore.bundle+json;version=0.3'
export const payloadType = 'application/vnd.in-toto+json'
export const manifestType = 'application/vnd.health-console.model-manifest.v1+json'
export const statementType = 'https://in-toto.io/Statement/v1'
export const predicateType = 'https://model_signing/signature/v1.0'

// ---- Keys: elliptic curves, each with the hash of matching size.

/** @type {Record<string, string>} */
const hashOfCurve = { prime256v1: 'sha256', secp384r1: 'sha384', secp521r1: 'sha512' }

/**
 * The public keys in a text.
 * @param {string} pem
 * @returns {KeyObject[]}
 * @throws CannotVerify if there is none, or one of another kind
 */
export function readPublicKeys(pem) {
  const blocks = pem.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? []
  if (blocks.length === 0) throw new CannotVerify('The file of the key contains no public key in PEM.')
  return blocks.map((block) => {
    const key = attempt(() => createPublicKey(block), 'A public key cannot be read.')
    if (hashFor(key) === undefined) throw new CannotVerify('A public key is not on the curve P-256, P-384 or P-521.')
    return key
  })
}

/** @param {KeyObject} key */
const hashFor = (key) => hashOfCurve[key.asymmetricKeyDetails?.namedCurve ?? '']

/** The fingerprint with which a bundle identifies its key. @param {KeyObject} key */
export const toKeyId = (key) => hash('sha256', key.export({ type: 'spki', format: 'pem' }))

// ---- The bundle: a DSSE envelope with an in-toto statement, whose predicate lists the files with their hashes.

/** The bytes that a DSSE signature covers. @param {Buffer} payload */
export function toSignedBytes(payload, type = payloadType) {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `
  return Buffer.concat([Buffer.from(head), payload])
}

/**
 * What the bundle states was signed, once one of the keys has proven it.
 * @param {string} text
 * @param {KeyObject[]} publicKeys
 * @returns {Signed}
 * @throws NotSigned, CannotVerify
 */
export function openBundle(text, publicKeys) {
  const bundle = parseJson(text, 'The bundle')
  if (bundle.mediaType !== mediaType && bundle.mediaType !== earlierMediaType)
    throw new CannotVerify('The bundle is not a Sigstore bundle of version 0.3.')
  const { publicKey: named } = isObject(bundle.verificationMaterial) ? bundle.verificationMaterial : {}
  if (!isObject(named)) throw new CannotVerify('The bundle specifies no public key: it was not signed with a bare key.')
  const { dsseEnvelope: envelope } = bundle
  if (!isObject(envelope) || envelope.payloadType !== payloadType || typeof envelope.payload !== 'string')
    throw new CannotVerify('The bundle contains no signed in-toto statement.')
  const [signature, ...others] = Array.isArray(envelope.signatures) ? envelope.signatures : []
  if (!isObject(signature) || typeof signature.sig !== 'string' || others.length > 0)
    throw new CannotVerify('The bundle does not contain exactly one signature.')

  // Bundles of the format before 1.1 contain a key instead of its fingerprint. A key from the bundle proves nothing.
  const { hint } = named
  const fitting = publicKeys.filter((key) => typeof hint !== 'string' || hint === '' || hint === toKeyId(key))
  if (fitting.length === 0) throw new NotSigned(`The bundle is for another key, ${printable(String(hint))}.`)
  const payload = Buffer.from(envelope.payload, 'base64')
  const signed = toSignedBytes(payload)
  const bytes = Buffer.from(signature.sig, 'base64')
  const signer = fitting.find((key) => verify(hashFor(key), signed, key, bytes))
  if (!signer) throw new NotSigned('The signature of the bundle is not valid.')
  return { ...readStatement(payload.toString('utf8')), keyId: toKeyId(signer) }
}

/** @param {string} text a statement that a known key has signed */
function readStatement(text) {
  const { _type, subject, predicateType: type, predicate } = parseJson(text, 'The signed statement')
  if (_type !== statementType) throw new CannotVerify('The signed content is not an in-toto statement, version 1.')
  if (type !== predicateType) throw new CannotVerify('The statement is not about a model of Model Signing 1.0.')
  if (!Array.isArray(subject) || subject.length !== 1 || !isObject(predicate) || !isObject(predicate.serialization))
    throw new CannotVerify('The statement does not have the form of Model Signing 1.0.')
  const { method, hash_type, allow_symlinks, ignore_paths = [] } = predicate.serialization
  if (method !== 'files' || hash_type !== 'sha256' || allow_symlinks !== false)
    throw new CannotVerify('This program verifies whole files by SHA-256, without symbolic links.')
  const { resources } = predicate
  if (!Array.isArray(resources) || resources.length === 0 || !isTexts(ignore_paths))
    throw new CannotVerify('The statement lists no files.')
  const read = resources.map(readResource)
  if (new Set(read.map(({ name }) => name)).size < read.length)
    throw new CannotVerify('The statement lists a file twice.')
  return { resources: read, ignoredPaths: ignore_paths }
}

/** @param {unknown} resource @returns {Resource} */
function readResource(resource) {
  const { name, digest, algorithm } = isObject(resource) ? resource : {}
  if (typeof name !== 'string' || typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest))
    throw new CannotVerify('The statement lists a file without name or hash.')
  if (algorithm !== 'sha256') throw new CannotVerify('The statement lists a file with a hash other than SHA-256.')
  return { name, digest }
}

// ---- The model.

/** The name in bundles before 1.0.1, meaning the file itself. */
const unnamed = '.'

/**
 * @param {string} model a file or a folder
 * @param {string} bundle
 * @param {string} publicKey
 * @returns {Signed & { ignored: string[] }} and the files in the folder that were left out when it was signed
 * @throws NotSigned, CannotVerify
 */
export function verifyModel(model, bundle, publicKey) {
  const keys = readPublicKeys(readText(publicKey))
  const signed = openBundle(readText(bundle), keys)
  const entry = attempt(() => lstatSync(model), `There is no ${printable(model)}.`)
  if (!entry.isFile() && !entry.isDirectory())
    throw new CannotVerify(`${printable(model)} is neither a file nor a folder.`)
  const expected = new Map(signed.resources.map(({ name, digest }) => [name, digest]))
  if (entry.isFile()) {
    const name = path.basename(model)
    const [only = unnamed] = expected.keys()
    if (expected.size > 1)
      throw new NotSigned(`The bundle is for ${printable([...expected.keys()].join(', '))}, not for one file.`)
    if (only !== name && only !== unnamed) {
      if (hashFile(model) !== expected.get(only))
        throw new NotSigned(`The bundle is for ${printable(only)}, and ${printable(name)} has another content.`)
      throw new CannotVerify(
        `A known key signed this content under the name ${printable(only)}. Rename ${printable(name)}.`,
      )
    }
    requireSame(name, model, expected.get(only))
    return { ...signed, ignored: [] }
  }
  const ownName = path.relative(model, bundle).split(path.sep).join('/')
  const found = listFiles(model, [...signed.ignoredPaths, ownName])
  for (const name of found) requireSame(name, path.join(model, name), expected.get(name))
  const missing = [...expected.keys()].find((name) => !found.includes(name))
  if (missing !== undefined) throw new NotSigned(`${printable(missing)} was signed and is missing.`)
  const ignored = signed.ignoredPaths.filter((name) => name !== ownName && isThere(path.join(model, name)))
  return { ...signed, ignored }
}

/** Hashes an ordinary file, which ends. @param {string} model */
function hashModel(model) {
  const problem = `${printable(model)} cannot be read.`
  if (!attempt(() => statSync(model), problem).isFile()) throw new CannotVerify(`${printable(model)} is not a file.`)
  return attempt(() => hashFile(model), problem)
}

/** @param {string} file */
const isThere = (file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined

/** @param {string} name @param {string} file @param {string | undefined} digest */
function requireSame(name, file, digest) {
  if (digest === undefined) throw new NotSigned(`${printable(name)} was not signed.`)
  if (hashFile(file) !== digest) throw new NotSigned(`${printable(name)} is not what was signed: its content differs.`)
}

/**
 * The files below a folder, as the statement lists them.
 * @param {string} root
 * @param {string[]} ignoredPaths
 * @returns {string[]}
 */
function listFiles(root, ignoredPaths, below = '') {
  return readdirSync(path.join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    if (ignoredPaths.includes(name)) return []
    if (entry.isDirectory()) return listFiles(root, ignoredPaths, name)
    if (entry.isFile()) return [name]
    throw new NotSigned(`${printable(name)} is neither a file nor a folder.`)
  })
}

/** @param {string} file */
function hashFile(file) {
  const digest = createHash('sha256')
  const chunk = Buffer.alloc(1024 * 1024)
  const handle = openSync(file, 'r')
  try {
    for (let count = -1; count !== 0;) {
      count = readSync(handle, chunk)
      digest.update(chunk.subarray(0, count))
    }
  } finally {
    closeSync(handle)
  }
  return digest.digest('hex')
}

// ---- The manifest: a DSSE envelope that says what devices are to run now.

/** A manifest is valid for 25 hours. One that begins later belongs to a clock that is wrong. */
const longestValidMs = 25 * 3_600_000

/**
 * What the manifest states, once one of the keys has proven it.
 * @param {string} text
 * @param {KeyObject[]} publicKeys
 * @returns {Manifest}
 * @throws NotSigned, CannotVerify
 */
export function openManifest(text, publicKeys) {
  const envelope = parseJson(text, 'The manifest')
  const [signature, ...others] = Array.isArray(envelope.signatures) ? envelope.signatures : []
  if (envelope.payloadType !== manifestType || typeof envelope.payload !== 'string')
    throw new CannotVerify('This is not a manifest of models.')
  if (
    !isObject(signature) ||
    typeof signature.sig !== 'string' ||
    typeof signature.keyid !== 'string' ||
    others.length > 0
  )
    throw new CannotVerify('The manifest does not have exactly one signature with its key.')
  const { sig, keyid } = signature
  const key = publicKeys.find((each) => toKeyId(each) === keyid)
  if (!key) throw new NotSigned(`The manifest was signed with another key, ${printable(keyid)}.`)
  const payload = fromBase64(envelope.payload)
  if (!verify(hashFor(key), toSignedBytes(payload, manifestType), key, fromBase64(sig)))
    throw new NotSigned('The signature of the manifest is not valid.')
  return { ...readManifest(payload.toString('utf8')), keyId: keyid }
}

/** Bytes in base64, of which there is only one way to write them. @param {string} text */
function fromBase64(text) {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) throw new NotSigned('The manifest was changed: it is not in base64.')
  return bytes
}

/** Unknown fields are left as they are. @param {string} text what a known key has signed @returns {Omit<Manifest, 'keyId'>} */
function readManifest(text) {
  const manifest = parseJson(text, 'The signed manifest')
  const { console, number, issuedAt, expiresAt, models, withdrawn } = manifest
  const isRead =
    typeof console === 'string' &&
    isCount(number) &&
    isTime(issuedAt) &&
    isTime(expiresAt) &&
    isObject(models) &&
    Object.values(models).every(isModel) &&
    Array.isArray(withdrawn) &&
    withdrawn.every((each) => isObject(each) && isSha256(each.sha256))
  if (!isRead) throw new CannotVerify('The signed manifest does not have the form that this program knows.')
  return /** @type {Omit<Manifest, 'keyId'>} */ (/** @type {unknown} */ (manifest))
}

/** @param {unknown} value */
const isCount = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
/** @param {unknown} value */
const isTime = (value) => typeof value === 'string' && Number.isFinite(Date.parse(value))
/** @param {unknown} value */
const isSha256 = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isVersion = (value) =>
  isObject(value) &&
  isCount(value.version) &&
  typeof value.fileName === 'string' &&
  isCount(value.size) &&
  isSha256(value.sha256)
/** @param {unknown} value */
const isModel = (value) =>
  isVersion(value) && (value.offered === undefined || (isVersion(value.offered) && isCount(value.offered.percent)))

/**
 * Whether a device belongs to the part of the devices to which a version is offered. A device that belongs to 5 % also
 * belongs to 25 %, and each version has other devices in its part. An empty ID, such as that of an unset variable,
 * belongs to none.
 * @param {string} device
 * @param {{ type: string, version: number, percent: number }} offer
 */
export function isInPart(device, { type, version, percent }) {
  if (device === '') return false
  const digits = createHash('sha256').update(`${type}\n${version}\n${device}`).digest('hex').slice(0, 13)
  return BigInt(`0x${digits}`) * 100n < BigInt(percent) << 52n
}

/**
 * What a device should run, for each type.
 * @param {Pick<Manifest, 'models'>} manifest
 * @param {string | undefined} device
 * @returns {Record<string, Chosen>}
 */
export function chooseModels({ models }, device) {
  /** @param {Version} version @param {Chosen['why']} why @returns {Chosen} */
  const choose = ({ version, fileName, size, sha256 }, why) => ({ version, fileName, size, sha256, why })
  return Object.fromEntries(
    Object.entries(models).map(([type, model]) => {
      const { offered } = model
      const isOffered = device !== undefined && offered && isInPart(device, { type, ...offered })
      return [type, isOffered ? choose(offered, 'offered') : choose(model, 'current')]
    }),
  )
}

/**
 * Verifies a manifest and notes its number.
 * @param {{ manifest: string, state: string, keys: string, device?: string | undefined, type?: string | undefined, model?: string | undefined, nowMs?: number }} input names of files, except for `device` and `type`
 * @returns {{ code: 0 | 3 | 4 | 5, message: string, manifest: Manifest, models: Record<string, Chosen> }} without models if the manifest has expired
 * @throws NotSigned, CannotVerify
 */
export function checkManifest({ manifest: file, state, keys, device, type, model, nowMs = Date.now() }) {
  const manifest = openManifest(readText(file), readPublicKeys(readText(keys)))
  noteNumber(state, manifest.number)
  const sha256 = model === undefined ? undefined : hashModel(model)
  const withdrawn = manifest.withdrawn.find((each) => each.sha256 === sha256)
  const late = findLateness(manifest, nowMs)
  const models = late === undefined ? chooseModels(manifest, device) : {}
  /** @param {0 | 3 | 4 | 5} code @param {string} message */
  const result = (code, message) => ({ code, message, manifest, models })
  if (withdrawn)
    return result(4, `This model was withdrawn (${withdrawn.type} version ${withdrawn.version}). Stop using it.`)
  if (late !== undefined) return result(3, late)
  if (type !== undefined && models[type]?.sha256 !== sha256)
    return result(5, `This is not the ${printable(type)} model that this device should run.`)
  return result(0, '')
}

/** Why a manifest says nothing about now. @param {Pick<Manifest, 'issuedAt' | 'expiresAt'>} manifest @param {number} nowMs */
function findLateness({ issuedAt, expiresAt }, nowMs) {
  const issuedAtMs = Date.parse(issuedAt)
  if (nowMs >= Math.min(Date.parse(expiresAt), issuedAtMs + longestValidMs))
    return `The manifest expired at ${expiresAt}.`
  return nowMs < issuedAtMs - longestValidMs
    ? `The manifest is from the future, ${issuedAt}: check the clock.`
    : undefined
}

/**
 * Stores the number in the file, whose lines are the numbers that this device has seen. A line that is added survives
 * other verifiers at the same time, and a line that is cut off by a crash is a lower number.
 * @param {string} file
 * @param {number} number
 * @throws NotSigned if the device knows a higher number
 */
function noteNumber(file, number) {
  if (number > readHighest(file)) addLine(file, `\n${number}\n`)
  const known = readHighest(file)
  if (number < known)
    throw new NotSigned(`The manifest has the number ${number}, and this device knows ${known}: it is older.`)
}

/** @param {string} file @returns {number} -1 if it has none yet */
function readHighest(file) {
  const found = attempt(() => statSync(file, { throwIfNoEntry: false }), `${printable(file)} cannot be read.`)
  if (!found) return -1
  if (!found.isFile()) throw new CannotVerify(`${printable(file)} is not a file.`)
  // A crash of the machine can leave bytes of 0 at the end.
  const lines = readText(file)
    .replaceAll('\0', '')
    .split('\n')
    .filter((line) => line !== '')
  if (!lines.every((line) => /^\d{1,16}$/.test(line) && Number.isSafeInteger(Number(line))))
    throw new CannotVerify(`${printable(file)} does not contain the number of a manifest.`)
  return lines.reduce((highest, line) => Math.max(highest, Number(line)), -1)
}

/** @param {string} file @param {string} line */
function addLine(file, line) {
  const problem = `${printable(file)} cannot be written.`
  attempt(() => {
    const handle = openSync(file, 'a', 0o600)
    try {
      if (writeSync(handle, line) < line.length) throw new CannotVerify(problem)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    if (process.platform === 'win32') return
    const folder = openSync(path.dirname(file), 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  }, problem)
}

// ---- Reading untrusted input.

/** This is far more than a bundle of one file needs. */
const longestTextBytes = 16 * 1024 * 1024

/** This also stops for a file without an end. @param {string} file */
function readText(file) {
  const problem = `${printable(file)} cannot be read.`
  const bytes = Buffer.alloc(longestTextBytes + 1)
  const length = attempt(() => {
    const handle = openSync(file, 'r')
    try {
      let filled = 0
      for (let count = -1; count !== 0 && filled < bytes.length; filled += count)
        count = readSync(handle, bytes, filled, bytes.length - filled, null)
      return filled
    } finally {
      closeSync(handle)
    }
  }, problem)
  if (length > longestTextBytes) throw new CannotVerify(problem)
  return bytes.toString('utf8', 0, length)
}

/** @template Result @param {() => Result} work @param {string} problem @returns {Result} */
function attempt(work, problem) {
  try {
    return work()
  } catch {
    throw new CannotVerify(problem)
  }
}

/** @param {string} text @param {string} what @returns {Record<string, unknown>} */
function parseJson(text, what) {
  const parsed = attempt(() => JSON.parse(text), `${what} is not JSON.`)
  if (!isObject(parsed)) throw new CannotVerify(`${what} is not a JSON object.`)
  return parsed
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param {unknown} value @returns {value is string[]} */
const isTexts = (value) => Array.isArray(value) && value.every((each) => typeof each === 'string')

/**
 * A text of unknown origin as a part of one line of a terminal: characters other than letters, marks, digits, symbols
 * and spaces are escaped.
 * @param {string} text
 */
function printable(text) {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`)
}

/** The same character in JSON, without what a terminal interprets. @param {string} character */
const toJsonEscape = (character) =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

/** @returns {number} the exit code */
function main() {
  const { values, positionals } = readArguments()
  if (values.manifest !== undefined) return mainOfManifest(values, positionals)
  const [model, bundle, publicKey, ...others] = positionals
  if (
    model === undefined ||
    bundle === undefined ||
    publicKey === undefined ||
    others.length > 0 ||
    Object.keys(values).length > 0
  )
    throw new CannotVerify('Specify three files: node verify-model.mjs MODEL BUNDLE KEYS')
  const { resources, keyId, ignored } = verifyModel(model, bundle, publicKey)
  const counted = resources.length === 1 ? 'this file' : `these ${resources.length} files`
  const except = ignored.length === 0 ? '' : `, and not what is in ${printable(ignored.join(', '))}`
  process.stdout.write(`${printable(path.basename(model))}: the key ${keyId} signed exactly ${counted}${except}.\n`)
  return 0
}

function readArguments() {
  const text = /** @type {const} */ ({ type: 'string' })
  const options = { manifest: text, state: text, device: text, type: text }
  return attempt(
    () => parseArgs({ options, allowPositionals: true }),
    'An option is unknown or has no value. The first lines of this program describe them.',
  )
}

/** @param {ReturnType<typeof readArguments>['values']} values @param {string[]} positionals @returns {number} */
function mainOfManifest({ manifest, state, device, type }, positionals) {
  const files = type === undefined ? ['', ...positionals] : positionals
  const [model = '', keys] = files
  if (manifest === undefined || state === undefined || keys === undefined || files.length > 2)
    throw new CannotVerify(
      'Specify: node verify-model.mjs --manifest FILE --state FILE [--device ID] [--type TYPE MODEL] KEYS',
    )
  const input = { manifest, state, keys, device, type, ...(type !== undefined && { model }) }
  const { code, message, models, manifest: read } = checkManifest(input)
  if (message !== '') process.stderr.write(`${message}\n`)
  const { console, number, expiresAt } = read
  const text = JSON.stringify({ console, number, expiresAt, models }, null, 2)
  process.stdout.write(`${text.replaceAll(/[^\P{C}\n]|[\u2028\u2029]/gu, toJsonEscape)}\n`)
  return code
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
  try {
    process.exitCode = main()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    if (error instanceof NotSigned) process.exitCode = 1
  }
}
