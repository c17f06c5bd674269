#!/usr/bin/env node
// Verifies that Health Console published a model file. One file without dependencies, Node.js 20.12 or newer.
//
//   node verify-model.mjs MODEL BUNDLE PUBLIC-KEY
//
// MODEL       the file, under the name that it was published with; or a folder that was signed as a whole
// BUNDLE      its signature: OpenSSF Model Signing 1.0 with a bare key, a Sigstore bundle 0.3 as JSON
// PUBLIC-KEY  one or more public keys in PEM, which you know from elsewhere than MODEL and BUNDLE
//
// Exit code 0: one of the keys signed exactly this, 1: none did, 2: this cannot be verified.

import { createPublicKey, createHash, hash, verify } from 'node:crypto'
import { closeSync, lstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {import('node:crypto').KeyObject} KeyObject
 * @typedef {{ name: string, digest: string }} Resource
 * @typedef {{ resources: Resource[], ignoredPaths: string[], keyId: string }} Signed
 */

/** The input was not signed by a known key, or was changed since. */
export class NotSigned extends Error {}

/** The input does not allow a verdict. */
export class CannotVerify extends Error {}

export const mediaType = 'application/vnd.dev.sigstore.bundle.v0.3+json'
const earlierMediaType = 'application/vnd.dev.sigstore.bundle+json;version=0.3'
export const payloadType = 'application/vnd.in-toto+json'
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
export function toSignedBytes(payload) {
  const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `
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
    if (expected.size > 1 || (only !== name && only !== unnamed))
      throw new NotSigned(
        `The bundle is for ${printable([...expected.keys()].join(', '))}, not for ${printable(name)}.`,
      )
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

function main() {
  const [model, bundle, publicKey, ...others] = process.argv.slice(2)
  if (model === undefined || bundle === undefined || publicKey === undefined || others.length > 0)
    throw new CannotVerify('Specify three files: node verify-model.mjs MODEL BUNDLE PUBLIC-KEY')
  const { resources, keyId, ignored } = verifyModel(model, bundle, publicKey)
  const counted = resources.length === 1 ? 'this file' : `these ${resources.length} files`
  const except = ignored.length === 0 ? '' : `, and not what is in ${printable(ignored.join(', '))}`
  process.stdout.write(`${printable(path.basename(model))}: the key ${keyId} signed exactly ${counted}${except}.\n`)
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
    main()
    process.exitCode = 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    if (error instanceof NotSigned) process.exitCode = 1
  }
}
