import type { FastifyBaseLogger } from 'fastify'
import type { AuditEntry } from './entry.ts'
import type { AuditLog } from './store.ts'

const windowMs = 60_000
/**
 * With more groups than this in a window, entries are no longer grouped by IP address, so that a flood cannot fill the
 * disk.
 */
const maxGroups = 100

/**
 * Logs in groups: the first entry of a kind immediately, and the number of those that followed at the end of the
 * minute. The counts of the last minute are lost if the server is killed.
 * @param common what all entries of a group have in common
 */
export function createGroupedLog(
  audit: AuditLog,
  logger: FastifyBaseLogger,
  common: (entry: AuditEntry) => AuditEntry = (entry) => entry,
) {
  let groups = new Map<string, AuditEntry & { count: number }>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const repeated = [...groups.values()].filter(({ count }) => count > 0)
    groups = new Map()
    await audit.write(repeated).catch((error: unknown) => {
      logger.error({ err: error, entries: repeated.length }, 'repeated entries could not be logged')
    })
  }

  return {
    /**
     * @param write writes the first entry of a group, such as in the transaction of a change
     * @throws if it could not be written
     */
    async add(original: AuditEntry, write: AuditLog['write'] = audit.write): Promise<void> {
      const known = groups.get(keyOf(common(original)))
      const entry = known || groups.size < maxGroups ? original : { ...original, sessionId: null, address: null }
      const group = known ?? groups.get(keyOf(common(entry)))
      if (group) {
        group.count += 1
        return
      }
      const key = keyOf(common(entry))
      groups.set(key, { ...common(entry), sessionId: null, requestId: null, count: 0 })
      timer ??= setTimeout(() => void flush(), windowMs).unref()
      await write([entry]).catch((error: unknown) => {
        groups.delete(key)
        throw error
      })
    },
    flush,
  }
}

function keyOf({ action, reason, actorId, subjects, address }: AuditEntry): string {
  return JSON.stringify([action, reason, actorId, subjects, address])
}
