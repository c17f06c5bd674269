import { readFileSync } from 'node:fs'

/** Reads one line of a process's status. This works only on Linux. */
export function memoryBytes(pid: number, field: 'VmRSS' | 'VmHWM' | 'RssAnon'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) * 1024
}
