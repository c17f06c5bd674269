import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { makeBundle } from './bundle.ts'
import { createModelKey } from './model-key.ts'
import { toKeyId, toSignedBytes } from './verify-model.mjs'

// The published cases of the specification, created again with our own keys: the same two files, the forms of each
// version of the reference implementation, the same errors.

const verifierFile = fileURLToPath(new URL('./verify-model.mjs', import.meta.url))

const files: Record<string, string> = { 'signme-1': 'signme-1\n', 'signme-2': 'signme-2\n' }

const pairOf = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve })
const pair = pairOf('P-384')
const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()
const digestOf = (text: string) => hash('sha256', text)

type Changes = { statement?: object; predicate?: object; serialization?: object; resources?: object[]; bundle?: object }
type Signing = { pair?: typeof pair; hashName?: string; signature?: object }

const resources = Object.entries(files).map(([name, text]) => ({ digest: digestOf(text), algorithm: 'sha256', name }))

/** The form that version 1.1 of the reference implementation writes. */
function bundleOf(changes: Changes = {}, { pair: signing = pair, hashName = 'sha384', signature = {} }: Signing = {}) {
  const rootDigest = hash('sha256', Buffer.from(resources.map(({ digest }) => digest).join(''), 'hex'))
  const serialization = {
    method: 'files',
    ignore_paths: ['.gitattributes', '.github', 'ignore-me', '.gitignore', '.git'],
    hash_type: 'sha256',
    allow_symlinks: false,
    ...changes.serialization,
  }
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'model', digest: { sha256: rootDigest } }],
    predicateType: 'https://model_signing/signature/v1.0',
    predicate: { resources: changes.resources ?? resources, serialization, ...changes.predicate },
    ...changes.statement,
  }
  const payload = Buffer.from(JSON.stringify(statement, null, 2))
  const sig = sign(hashName, toSignedBytes(payload), signing.privateKey).toString('base64')
  return {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: toKeyId(signing.publicKey) }, tlogEntries: [] },
    dsseEnvelope: {
      payload: payload.toString('base64'),
      payloadType: 'application/vnd.in-toto+json',
      signatures: [{ sig, keyid: '', ...signature }],
    },
    ...changes.bundle,
  }
}

/** Before version 1.1 the key itself was in the bundle, and no ignored path. */
const rawKey = {
  rawBytes: Buffer.from(pemOf(pair.publicKey)).toString('base64'),
  keyDetails: 'PKIX_ECDSA_P384_SHA_384',
}
const before11 = (changes: Changes = {}) =>
  bundleOf(
    {
      serialization: { ignore_paths: undefined },
      bundle: { verificationMaterial: { publicKey: rawKey } },
      ...changes,
    },
    { signature: { keyid: null } },
  )

function place(contents: Record<string, string> = files) {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-model-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(contents)) {
    mkdirSync(path.dirname(path.join(folder, 'model', name)), { recursive: true })
    writeFileSync(path.join(folder, 'model', name), text)
  }
  return {
    folder,
    verify(bundle: object | string, keys = pemOf(pair.publicKey), model = 'model') {
      writeFileSync(path.join(folder, 'model.sig'), typeof bundle === 'string' ? bundle : JSON.stringify(bundle))
      writeFileSync(path.join(folder, 'keys.pem'), keys)
      return run(folder, [verifierFile, model, 'model.sig', 'keys.pem'])
    },
  }
}

function run(folder: string, args: string[], options: { env?: NodeJS.ProcessEnv; input?: Buffer } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', ...options })
  return { status, output: stdout + stderr }
}

const bundled = (bundle: object) => ({ ...bundleOf(), ...bundle })
const { verificationMaterial: _, ...withoutMaterial } = bundleOf()
const { dsseEnvelope: envelope, ...withoutEnvelope } = bundleOf()

test.each([
  ['a bare key', bundleOf()],
  [
    'a bare key, as other programs write it',
    bundled({ verificationMaterial: { publicKey: { hint: toKeyId(pair.publicKey) } } }),
  ],
  ['a bare key of before 1.1', before11()],
])('the folder of the specification is verified: %s', (_name, bundle) => {
  expect(place().verify(bundle)).toEqual({
    status: 0,
    output: `model: the key ${toKeyId(pair.publicKey)} signed exactly these 2 files.\n`,
  })
})

test('files left out when a folder was signed are listed, and unknown files are rejected', () => {
  const withGit = place({ ...files, '.git/config': 'x', 'ignore-me/a': 'x' })
  const signed = `model: the key ${toKeyId(pair.publicKey)} signed exactly these 2 files`
  expect(withGit.verify(bundleOf())).toEqual({ status: 0, output: `${signed}, and not what is in ignore-me, .git.\n` })
  expect(withGit.verify(before11())).toEqual({ status: 1, output: '.git/config was not signed.\n' })
})

test.each([
  ['/dev/zero', 'model.sig'],
  ['model.sig', '/dev/zero'],
])('an endless bundle or key leads to exit code 2: %s, %s', (bundle, keys) => {
  const { folder, verify } = place()
  verify(bundleOf())
  const args = [verifierFile, 'model', bundle, keys.replace('model.sig', 'keys.pem')]
  expect(run(folder, args)).toEqual({ status: 2, output: '/dev/zero cannot be read.\n' })
})

test('the verifier never exits with 0 without a verdict, however it is started', () => {
  const { folder, verify } = place({ ...files, 'signme-2': 'x' })
  verify(bundleOf())
  const file = verifierFile
  const link = path.join(folder, 'verify.mjs')
  symlinkSync(file, link)
  const input = ['model', 'model.sig', 'keys.pem']
  const env = { ...process.env, NODE_PRESERVE_SYMLINKS_MAIN: '1' }
  const changed = { status: 1, output: 'signme-2 is not what was signed: its content differs.\n' }
  expect(run(folder, [link, ...input])).toEqual(changed)
  expect(run(folder, [link, ...input], { env })).toEqual(changed)
  expect(run(folder, ['--preserve-symlinks', '--preserve-symlinks-main', link, ...input])).toEqual(changed)
  expect(run(folder, ['--input-type=module', '-', ...input], { input: readFileSync(file) })).toEqual(changed)
  expect(run(folder, ['--input-type=module', '--eval', `import ${JSON.stringify(file)}`]).status).toBe(2)
})

test('a single file without a name in a bundle from before 1.0.1 is verified', () => {
  const bundle = before11({ resources: [{ name: '.', algorithm: 'sha256', digest: digestOf('signme-1\n') }] })
  expect(place().verify(bundle, undefined, 'model/signme-1').status).toBe(0)
  expect(place().verify(bundle, undefined, 'model/signme-2').status).toBe(1)
})

test.each([
  ['P-256', 'sha256'],
  ['P-521', 'sha512'],
])('a key on %s is found among several keys', (curve, hashName) => {
  const other = pairOf(curve)
  const keys = `# the current one\n${pemOf(pair.publicKey)}# another\n${pemOf(other.publicKey)}`
  expect(place().verify(bundleOf({}, { pair: other, hashName }), keys).status).toBe(0)
})

test.each<[string, object | string, number, string]>([
  ['empty', '', 2, 'The bundle is not JSON.'],
  ['missing-envelope', withoutEnvelope, 2, 'The bundle contains no signed in-toto statement.'],
  [
    'missing-verification-material',
    withoutMaterial,
    2,
    'The bundle specifies no public key: it was not signed with a bare key.',
  ],
  [
    'certificate',
    bundled({ verificationMaterial: { x509CertificateChain: {} } }),
    2,
    'it was not signed with a bare key.',
  ],
  [
    'wrong-predicate',
    bundleOf({ statement: { predicateType: 'https://example.com/wrong-predicate/v1.0' } }),
    2,
    'not about a model',
  ],
  [
    'another type of statement',
    bundleOf({ statement: { _type: 'https://in-toto.io/Statement/v0.1' } }),
    2,
    'in-toto statement, version 1.',
  ],
  ['shards', bundleOf({ serialization: { method: 'shards', shard_size: 9 } }), 2, 'whole files by SHA-256'],
  ['another hash', bundleOf({ serialization: { hash_type: 'blake2b' } }), 2, 'whole files by SHA-256'],
  [
    'a file with another hash',
    bundleOf({ resources: [{ ...resources[0], algorithm: 'blake3' }] }),
    2,
    'other than SHA-256',
  ],
  ['symbolic links', bundleOf({ serialization: { allow_symlinks: true } }), 2, 'without symbolic links'],
  ['no files', bundleOf({ resources: [] }), 2, 'lists no files'],
  ['a file twice', bundleOf({ resources: [...resources, ...resources] }), 2, 'lists a file twice'],
  ['another format', bundled({ mediaType: 'application/vnd.dev.sigstore.bundle.v0.4+json' }), 2, 'of version 0.3.'],
  [
    'two signatures',
    bundled({ dsseEnvelope: { ...envelope, signatures: [...envelope.signatures, ...envelope.signatures] } }),
    2,
    'exactly one',
  ],
  [
    'a changed statement',
    bundled({ dsseEnvelope: { ...envelope, payload: bundleOf({ resources: [] }).dsseEnvelope.payload } }),
    1,
    'is not valid',
  ],
  [
    'another type of payload',
    bundled({ dsseEnvelope: { ...envelope, payloadType: 'text/plain' } }),
    2,
    'no signed in-toto statement',
  ],
  ['another key', bundleOf({}, { pair: pairOf('P-384') }), 1, 'The bundle is for another key, '],
  [
    'another key under the name of ours',
    {
      ...bundleOf({}, { pair: pairOf('P-384') }),
      verificationMaterial: { publicKey: { hint: toKeyId(pair.publicKey) } },
    },
    1,
    'is not valid',
  ],
  [
    'another key in the bundle',
    before11({
      bundle: {
        verificationMaterial: { publicKey: rawKey },
        dsseEnvelope: bundleOf({}, { pair: pairOf('P-384') }).dsseEnvelope,
      },
    }),
    1,
    'is not valid',
  ],
])('the verifier rejects %s', (_name, bundle, status, output) => {
  expect(place().verify(bundle)).toEqual({ status, output: expect.stringContaining(output) })
})

test('the files that differ in a folder are listed', () => {
  const bundle = bundleOf()
  const output = (contents: Record<string, string>) => place(contents).verify(bundle)
  expect(output({ ...files, 'signme-2': 'x' })).toEqual({
    status: 1,
    output: 'signme-2 is not what was signed: its content differs.\n',
  })
  expect(output({ ...files, 'a/\u{1b}[2J': 'x' })).toEqual({ status: 1, output: 'a/\\u{1b}[2J was not signed.\n' })
  expect(output({ 'signme-1': 'signme-1\n' })).toEqual({ status: 1, output: 'signme-2 was signed and is missing.\n' })
  const linked = place()
  symlinkSync('signme-1', path.join(linked.folder, 'model/signme-3'))
  expect(linked.verify(bundle)).toEqual({ status: 1, output: 'signme-3 is neither a file nor a folder.\n' })
})

test('a file signed by the console is verified only under its name', () => {
  const key = createModelKey({ derive: (purpose) => Buffer.from(hash('sha256', purpose), 'hex') })
  const bundle = makeBundle(key, { filename: 'Größe 1.gguf', sha256: digestOf('model') })
  const { verify } = place({ 'Größe 1.gguf': 'model', 'other.gguf': 'model' })
  expect(verify(bundle, key.publicKey, 'model/Größe 1.gguf').status).toBe(0)
  expect(verify(bundle, key.publicKey, 'model/other.gguf')).toEqual({
    status: 2,
    output: 'A known key signed this content under the name Größe 1.gguf. Rename other.gguf.\n',
  })
  expect(verify(bundle, key.publicKey, 'model/none.gguf')).toEqual({
    status: 2,
    output: 'There is no model/none.gguf.\n',
  })
  expect(verify(bundle, 'no key', 'model/Größe 1.gguf').status).toBe(2)
  expect(
    verify(bundle, generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()),
  ).toEqual({
    status: 2,
    output: 'A public key is not on the curve P-256, P-384 or P-521.\n',
  })
})
