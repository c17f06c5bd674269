import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { faultRounds } from '../../../../testing/processes/fault-rounds.ts'
import {
  CannotVerify,
  checkManifest,
  chooseModels,
  isInPart,
  manifestType,
  NotSigned,
  openManifest,
  toKeyId,
  toSignedBytes,
} from './verify-model.mjs'

const verifierFile = fileURLToPath(new URL('./verify-model.mjs', import.meta.url))
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()
const issuedAtMs = Date.UTC(2026, 10, 28, 12)
const anHour = 3_600_000

const version = (number: number) => ({
  version: number,
  fileName: `${number}.gguf`,
  size: 5,
  sha256: hash('sha256', `model ${number}`),
})
const manifest = {
  console: 'console.example.org',
  number: 7,
  issuedAt: new Date(issuedAtMs).toISOString(),
  expiresAt: new Date(issuedAtMs + 25 * anHour).toISOString(),
  models: { gguf: { ...version(7), offered: { ...version(8), percent: 25 } } },
  withdrawn: [{ sha256: hash('sha256', 'model 3'), type: 'gguf', version: 3 }],
}

function envelopeOf(content: object, type = manifestType): string {
  const payload = Buffer.from(JSON.stringify(content))
  const sig = sign('sha256', toSignedBytes(payload, type), privateKey).toString('base64')
  const signatures = [{ keyid: toKeyId(publicKey), sig }]
  return JSON.stringify({ payload: payload.toString('base64'), payloadType: manifestType, signatures })
}

function place() {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-verify-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content)
    return path.join(folder, name)
  }
  const files = { state: path.join(folder, 'state'), keys: write('keys.pem', pem(publicKey)) }
  const check = (content: object, more: { type?: string; model?: string; device?: string; nowMs?: number } = {}) =>
    checkManifest({ manifest: write('manifest.json', envelopeOf(content)), ...files, nowMs: issuedAtMs, ...more })
  return { folder, write, files, check }
}

test('the worked examples of the guide belong to the part, or not', () => {
  const guide = readFileSync(path.join(import.meta.dirname, '../../../../../docs/verifying-models.md'), 'utf8')
  const examples = [...guide.matchAll(/^\| `(\w+)` \| (\d+) \| `([^`]+)` \| `(\w{13})` \| (.+) \|$/gm)]
  expect(examples).toHaveLength(3)
  for (const [, type = '', number = '', device = '', digits, parts] of examples) {
    expect(hash('sha256', `${type}\n${number}\n${device}`).slice(0, 13)).toBe(digits)
    const isIn = [1, 5, 25, 50].filter((percent) => isInPart(device, { type, version: Number(number), percent }))
    expect(isIn.length === 0 ? 'none' : isIn.map((percent) => `${percent} %`).join(', ')).toBe(parts)
  }
})

test('of 10,000 devices each part has its share, a part that grows keeps its devices, and another version has others', () => {
  const devices = Array.from({ length: 10_000 }, (_, index) => `device-${index}`)
  const partOf = (percent: number, number = 8) =>
    new Set(devices.filter((device) => isInPart(device, { type: 'gguf', version: number, percent })))
  let smaller = partOf(1)
  for (const percent of [5, 25, 50, 100]) {
    const part = partOf(percent)
    expect(Math.abs(part.size / 100 - percent)).toBeLessThan(1)
    expect(smaller.isSubsetOf(part)).toBe(true)
    smaller = part
  }
  const both = partOf(5, 8).intersection(partOf(5, 9)).size
  expect(both).toBeLessThan(60)
})

test('a device in the part runs the offered version, any other one, and one without an ID, the current version', () => {
  const devices = Array.from({ length: 200 }, (_, index) => `device-${index}`)
  for (const device of devices) {
    const isIn = isInPart(device, { type: 'gguf', version: 8, percent: 25 })
    const expected = isIn ? { ...version(8), why: 'offered' } : { ...version(7), why: 'current' }
    expect(chooseModels(manifest, device)).toEqual({ gguf: expected })
  }
  const toAll = { models: { gguf: { ...version(7), offered: { ...version(8), percent: 100 } } } }
  for (const none of [undefined, ''])
    expect(chooseModels(toAll, none)).toEqual({ gguf: { ...version(7), why: 'current' } })
})

test('unknown fields of the payload are left as they are', () => {
  const { check } = place()
  const known = { ...manifest, models: { gguf: { ...version(7), later: 1 } }, later: { a: [1] }, number: 9 }
  expect(check(known).manifest).toEqual({ ...known, keyId: toKeyId(publicKey) })
})

test('a signed payload without the form of a manifest is not understood', () => {
  const { check, files } = place()
  const wrong: object[] = [
    { number: -1 },
    { number: 1.5 },
    { number: 2 ** 53 },
    { number: '7' },
    { expiresAt: 'soon' },
    { issuedAt: null },
    { models: [] },
    { models: { gguf: { ...version(7), sha256: 'x' } } },
    { models: { gguf: { ...version(7), offered: { ...version(8), percent: '5' } } } },
    { withdrawn: {} },
    { withdrawn: [{ sha256: 'A'.repeat(64) }] },
    { console: 1 },
  ]
  for (const change of wrong) expect(() => check({ ...manifest, ...change })).toThrow(CannotVerify)
  expect(existsSync(files.state)).toBe(false)
})

test('the first exit code that applies is used', () => {
  const { check, write } = place()
  const withdrawn = write('3.gguf', 'model 3')
  const [own, other] = [write('7.gguf', 'model 7'), write('other.gguf', 'another')]
  const expired = issuedAtMs + 25 * anHour
  const gguf = (model: string, nowMs = issuedAtMs) => check(manifest, { type: 'gguf', model, nowMs }).code
  expect([gguf(own), gguf(other), gguf(withdrawn)]).toEqual([0, 5, 4])
  expect(gguf(write('none yet', ''))).toBe(5)
  expect(() => gguf('missing')).toThrow(CannotVerify)
  expect([gguf(own, expired), gguf(other, expired), gguf(withdrawn, expired)]).toEqual([3, 3, 4])
  expect(gguf(own, expired - 1)).toBe(0)
  expect(check({ ...manifest, expiresAt: '2999-01-01T00:00:00Z' }, { nowMs: expired }).code).toBe(3)
  expect([-25, -26].map((hours) => check(manifest, { nowMs: issuedAtMs + hours * anHour }).code)).toEqual([0, 3])
  check({ ...manifest, number: 8 })
  expect(() => gguf(withdrawn)).toThrow(NotSigned)
})

test('none of 1,000 random changes of the envelope is accepted, and none is an unknown error', () => {
  const envelope = envelopeOf(manifest)
  const keys = [publicKey]
  let state = 1
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const outcomes = { signed: 0, understood: 0 }
  for (let round = 0; round < 1_000; round += 1) {
    const bytes = Buffer.from(envelope)
    const at = random(bytes.length)
    const changed = [
      () => (bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))),
      () => bytes.copyWithin(at, random(bytes.length)),
      () => bytes.fill(random(256), at, at + 1 + random(4)),
    ]
    changed[random(changed.length)]?.()
    if (bytes.equals(Buffer.from(envelope))) continue
    try {
      openManifest(bytes.toString(), keys)
      throw new Error(`round ${round} was accepted: ${bytes.toString()}`)
    } catch (error) {
      if (error instanceof NotSigned) outcomes.signed += 1
      else if (error instanceof CannotVerify) outcomes.understood += 1
      else throw error
    }
  }
  expect(outcomes.signed).toBeGreaterThan(100)
  expect(outcomes.understood).toBeGreaterThan(10)
})

test('of verifiers that run at once, some of which are killed, none makes the device forget a higher number', async () => {
  const { write, files } = place()
  /** An expired manifest gets code 3 after its number was stored. */
  const expired = { ...manifest, issuedAt: '2020-01-01T00:00:00Z' }
  const start = (number: number) => {
    const file = write(`${number}.json`, envelopeOf({ ...expired, number }))
    const child = spawn(process.execPath, [verifierFile, '--manifest', file, '--state', files.state, files.keys])
    return { number, child, ended: once(child, 'exit') }
  }
  const run = async (number: number) => (await start(number).ended)[0]
  let highest = 0
  const rounds = Math.min(faultRounds, 10)
  for (let round = 1; round <= rounds; round += 1) {
    const numbers = [4, 1, 3, 2].map((each) => round * 10 + each)
    const started = numbers.map(start)
    const delay = setTimeout(() => started[round % 4]?.child.kill('SIGKILL'), 20 + round * 5)
    const codes = await Promise.all(started.map(async ({ number, ended }) => ({ number, code: (await ended)[0] })))
    clearTimeout(delay)
    highest = Math.max(highest, ...codes.flatMap(({ number, code }) => (code === 3 ? [number] : [])))
    expect(await run(highest - 1)).toBe(1)
    expect(readFileSync(files.state, 'utf8')).toMatch(/^(\n\d+\n)+$/)
  }
  expect(highest).toBeGreaterThan(rounds * 10)
  expect(await run(1_000)).toBe(3)
  expect(await run(999)).toBe(1)
})

test('a line that a crash cut off, or filled with bytes of 0, hides no number that the device knows', () => {
  const { check, write, files } = place()
  write('state', '')
  expect(check(manifest).code).toBe(0)
  const known = readFileSync(files.state, 'utf8')
  for (const torn of ['\n', '\n8', '\n1', '\0\0\0', '\n\0']) {
    write('state', `${known}${torn}`)
    expect(() => check({ ...manifest, number: 6 })).toThrow(NotSigned)
    expect(check({ ...manifest, number: 90 }).code).toBe(0)
    expect(() => check({ ...manifest, number: 89 })).toThrow(NotSigned)
  }
})

test('the number of an earlier verifier, which stored one line, is known', () => {
  const { check, write } = place()
  write('state', '7\n')
  expect(() => check({ ...manifest, number: 6 })).toThrow('has the number 6, and this device knows 7')
  expect(check({ ...manifest, number: 8 }).code).toBe(0)
  expect(() => check(manifest)).toThrow('has the number 7, and this device knows 8')
})

test('a number that cannot be read or stored is reported, and nothing is accepted without it', () => {
  const { check, write, folder, files } = place()
  for (const text of ['x', '-1', '1e3', '7\n8 9', '7 ', '9'.repeat(17), '9'.repeat(16)]) {
    write('state', text)
    expect(() => check(manifest)).toThrow('does not contain the number of a manifest')
  }
  files.state = path.join(folder, 'missing/state')
  expect(() => check(manifest)).toThrow('cannot be written')
  // A pipe would be waited for.
  for (const state of [folder, '/dev/null']) {
    files.state = state
    expect(() => check(manifest)).toThrow(`${state} is not a file.`)
  }
})

test('a model that is a device or a folder is not read, and no name is interpreted by the terminal', () => {
  const { check, write, files, folder } = place()
  const linked = path.join(folder, 'current.gguf')
  symlinkSync(write('7.gguf', 'model 7'), linked)
  expect(check(manifest, { type: 'gguf', model: linked }).code).toBe(0)
  for (const model of ['/dev/zero', folder])
    expect(() => check(manifest, { type: 'gguf', model })).toThrow(`${model} is not a file.`)

  const fileName = 'a\u001b[2J\u202e\u2028\u009b\u{e0041}é.gguf'
  const issuedAt = new Date().toISOString()
  const models = { gguf: { ...version(7), fileName } }
  const file = write('manifest.json', envelopeOf({ ...manifest, issuedAt, expiresAt: '2999-01-01T00:00:00Z', models }))
  const options = ['--manifest', file, '--state', files.state, files.keys]
  const { stdout } = spawnSync(process.execPath, [verifierFile, ...options], { encoding: 'utf8' })
  expect(JSON.parse(stdout).models.gguf.fileName).toBe(fileName)
  expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
  expect(stdout).toContain('é.gguf')
})

test('an envelope in another form than the server’s is not accepted', () => {
  const { payload, payloadType, signatures } = JSON.parse(envelopeOf(manifest))
  const rejected: [object | string, typeof NotSigned | typeof CannotVerify][] = [
    [{ payload, payloadType, signatures: [...signatures, ...signatures] }, CannotVerify],
    [{ payload, payloadType, signatures: [] }, CannotVerify],
    [{ payload, payloadType: [payloadType], signatures }, CannotVerify],
    [{ payload: `${payload} `, payloadType, signatures }, NotSigned],
    [{ payload, payloadType, signatures: [{ ...signatures[0], keyid: '' }] }, NotSigned],
    ['['.repeat(1_000_000), CannotVerify],
    [' '.repeat(16), CannotVerify],
  ]
  for (const [envelope, error] of rejected) {
    const text = typeof envelope === 'string' ? envelope : JSON.stringify(envelope)
    expect(() => openManifest(text, [publicKey])).toThrow(error)
  }
  const { models } = JSON.parse(`{"models":{"__proto__":${JSON.stringify(version(9))}}}`)
  expect(Object.entries(chooseModels({ models }, undefined))).toMatchObject([['__proto__', { version: 9 }]])
})
