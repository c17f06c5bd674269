import { readFileSync } from 'node:fs'

/** The processor time of a process and its threads, without its children. This works only on Linux. */
export function processorSeconds(pid: number): number {
  return sumOf(pid, [11, 12])
}

/** The processor time of a process, its children and those that have ended. */
export function processorSecondsOfAll(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + sumOf(Number(child), [11, 12]), sumOf(pid, [11, 12, 13, 14]))
}

function sumOf(pid: number, fields: number[]): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.reduce((sum, field) => sum + Number(values[field]), 0) / 100
}
