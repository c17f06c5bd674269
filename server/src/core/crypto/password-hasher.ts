import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createQueue } from '../queue.ts'

const run = promisify(argon2)
const standardCost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const standardQueue = 128

/** The cost of argon2id: memory in KiB. */
type HashCost = typeof standardCost

export type PasswordHasher = ReturnType<typeof createPasswordHasher>

/**
 * Hashes with argon2id, as PHC strings. At most `threads` hashes run at once (each needs 19 MiB) and a limited number
 * waits; more are rejected with BusyError, so that a flood of sign-ins cannot exhaust the memory.
 *
 * @param cost lower in tests, which hash thousands of passwords
 * @param queueLength lower in a test that fills it
 */
export function createPasswordHasher(threads: number, cost = standardCost, queueLength = standardQueue) {
  const queue = createQueue({
    most: threads,
    longest: queueLength,
    busy: { message: 'Too many sign-ins at the moment. Try again in a few seconds.', retryAfterSeconds: 5 },
  })
  const none = () => format({ ...cost, salt: randomBytes(16), tag: randomBytes(cost.tagLength) })
  // Compared for an unknown account, so that the response takes the same time as for a wrong password.
  const decoy = none()

  return {
    async hash(password: string): Promise<string> {
      const salt = randomBytes(16)
      const tag = await queue.run(() => derive(password, { ...cost, salt }))
      return format({ ...cost, salt, tag })
    },
    /** @param stored the PHC string; undefined for an unknown account, which takes the same time and returns false */
    async verify(password: string, stored: string | undefined): Promise<boolean> {
      const expected = parse(stored ?? decoy)
      const tag = await queue.run(() => derive(password, { ...expected, tagLength: expected.tag.length }))
      return timingSafeEqual(tag, expected.tag) && stored !== undefined
    },
    /** A hash that no password matches. */
    none,
    /** Whether a hash was made with a lower cost than the current one. */
    isOutdated(stored: string): boolean {
      const { memory, passes } = parse(stored)
      return memory < cost.memory || passes < cost.passes
    },
  }
}

type Parameters = Omit<HashCost, 'tagLength'> & { salt: Buffer }

async function derive(
  password: string,
  { memory, passes, parallelism, tagLength, salt }: Parameters & { tagLength: number },
) {
  const message = password.normalize('NFC')
  return run('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength })
}

function format({ memory, passes, parallelism, salt, tag }: Parameters & { tag: Buffer }): string {
  const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`
}

function parse(phc: string): Parameters & { tag: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc)
  if (!match) throw new Error('a stored password hash is not an argon2id PHC string')
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
