import { verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCheckpointSigner } from './checkpoint.ts'
import { isSigned, parseCheckpoints, toPublicKey } from './verify-audit.mjs'

const keysOf = (byte: number) => ({ derive: () => Buffer.alloc(32, byte) })
const publicUrl = 'https://console.example.org'
const signer = createCheckpointSigner(keysOf(7), { publicUrl })
const end = { sequence: 1_234, hash: 'ab'.repeat(32) }
const atMs = Date.UTC(2026, 10, 22, 7)
const note = signer.sign(end, atMs)

test('a checkpoint contains origin, size, root hash and time, an empty line, and a signature with its key', () => {
  const lines = note.split('\n')
  expect(lines.slice(0, 5)).toEqual([
    'console.example.org/audit',
    '1234',
    Buffer.from(end.hash, 'hex').toString('base64'),
    'time 2026-11-22T07:00:00.000Z',
    '',
  ])
  expect(lines[5]).toMatch(/^— console\.example\.org\/audit [\w+/]{91}=$/)
  expect(lines.slice(6)).toEqual([''])
  const [name, keyId] = signer.verifierKey.split('+')
  const signature = Buffer.from(lines[5]?.split(' ')[2] ?? '', 'base64')
  expect([name, keyId]).toEqual(['console.example.org/audit', signature.subarray(0, 4).toString('hex')])
  const text = Buffer.from(`${lines.slice(0, 4).join('\n')}\n`)
  expect(verify(null, text, toPublicKey(signer.verifierKey), signature.subarray(4))).toBe(true)
})

test('the key of a released console does not change, so that earlier signatures remain valid', () => {
  expect(signer.verifierKey).toBe('console.example.org/audit+4a6a3e9f+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs')
})

test('the verifier keys of signed notes are accepted', () => {
  // The example of the specification, https://c2sp.org/signed-note
  const example = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
  expect(toPublicKey(example).asymmetricKeyType).toBe('ed25519')
  for (const wrong of ['', 'x', example.replace('c74f', 'c74e'), example.replace('ARpc', 'AhpC')]) {
    expect(() => toPublicKey(wrong)).toThrow('This is not an Ed25519 verifier key')
  }
})

test('one or more checkpoints are found in any surrounding text', () => {
  const other = signer.sign({ ...end, sequence: 9 }, atMs)
  const mail = `Dear all,\r\n\r\n${note.replaceAll('\n', '  \r\n')}\r\n${other}\n\nKeep this mail.\n`
  expect(parseCheckpoints(mail)).toMatchObject([
    { size: 1_234, hash: end.hash, at: '2026-11-22T07:00:00.000Z' },
    { size: 9, hash: end.hash },
  ])
  for (const checkpoint of parseCheckpoints(mail)) expect(isSigned(checkpoint, [signer.verifierKey])).toBe(true)
  expect(parseCheckpoints('')).toEqual([])
})

test.each([
  ['its size', note.replace('1234', '1233')],
  ['its hash', note.replace(/^q/m, 'r')],
  ['its time', note.replace('07:00', '08:00')],
  ['a further line', note.replace('\n\n', '\nsealed\n\n')],
  ['its signature', note.replace(/(.)=\n$/, (_, last) => `${last === 'A' ? 'E' : 'A'}=\n`)],
])('a checkpoint with %s changed is not signed', (_, changed) => {
  const [checkpoint] = parseCheckpoints(changed)
  expect(checkpoint && isSigned(checkpoint, [signer.verifierKey])).toBe(false)
})

test('after a change of the master key or of the URL, both keys are distinguished', () => {
  const others = [
    createCheckpointSigner(keysOf(8), { publicUrl }),
    createCheckpointSigner(keysOf(7), { publicUrl: 'https://other.example.org' }),
  ]
  const [checkpoint] = parseCheckpoints(note)
  if (!checkpoint) throw new Error('no checkpoint')
  expect(
    isSigned(
      checkpoint,
      others.map(({ verifierKey }) => verifierKey),
    ),
  ).toBe(false)
  expect(
    isSigned(
      checkpoint,
      [...others, signer].map(({ verifierKey }) => verifierKey),
    ),
  ).toBe(true)
})
