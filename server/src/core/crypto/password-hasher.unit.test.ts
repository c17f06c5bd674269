import { argon2Sync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { BusyError } from '../queue.ts'
import { createPasswordHasher } from './password-hasher.ts'

test('[password-5] a hash is argon2id with the current cost and its own salt', async () => {
  const { hash } = createPasswordHasher(2)
  const [one, other] = [await hash('Copper-lantern-9'), await hash('Copper-lantern-9')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(one).not.toBe(other)
})

test('every character of a password counts, composed or not', async () => {
  const { hash, verify } = createPasswordHasher(2)
  const long = `Aa1${'x'.repeat(253)}`
  expect(await verify(long, await hash(long))).toBe(true)
  expect(await verify(`${long.slice(0, -1)}y`, await hash(long))).toBe(false)
  expect(await verify('A\u030Angstrom-12345', await hash('\u00C5ngstrom-12345'))).toBe(true)
})

test('the password of an unknown account is never correct', async () => {
  expect(await createPasswordHasher(1).verify('Copper-lantern-9', undefined)).toBe(false)
})

test('a hash of lower cost is outdated and can still be verified', async () => {
  const { verify, isOutdated, hash } = createPasswordHasher(1)
  const nonce = randomBytes(16)
  const cost = { memory: 8_192, passes: 1, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { ...cost, nonce, message: 'Copper-lantern-9' })
  const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const cheap = `$argon2id$v=19$m=8192,t=1,p=1$${encode(nonce)}$${encode(tag)}`
  expect(await verify('Copper-lantern-9', cheap)).toBe(true)
  expect(isOutdated(cheap)).toBe(true)
  expect(isOutdated(await hash('Copper-lantern-9'))).toBe(false)
})

test('of a thousand concurrent passwords, those beyond the threads and the queue are rejected', async () => {
  // The cost of a hash does not affect which attempts wait.
  const { verify } = createPasswordHasher(2, { memory: 8, passes: 1, parallelism: 1, tagLength: 32 })
  const results = await Promise.allSettled(Array.from({ length: 1_000 }, () => verify('Copper-lantern-9', undefined)))
  const rejected = results.filter((result) => result.status === 'rejected').map(({ reason }): unknown => reason)
  expect(results.length - rejected.length).toBe(2 + 128)
  for (const error of rejected) expect(error).toBeInstanceOf(BusyError)
  expect(await verify('Copper-lantern-9', undefined)).toBe(false)
})
