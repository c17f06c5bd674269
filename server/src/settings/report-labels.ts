import { readFileSync } from 'node:fs'
import { ReportLabels } from '@health-console/contract/reports.ts'
import { ConfigError } from './config-error.ts'

/** Titles, units and order of the values in reports. @throws ConfigError naming the file and the field */
export function readReportLabels(file: string): ReportLabels {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
    throw new ConfigError(
      `REPORT_LABELS names ${file}, which ${reason}: ${error instanceof Error ? error.message : ''}`,
    )
  }
  const parsed = ReportLabels.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const reason = issue?.code === 'unrecognized_keys' ? `nothing is named ${issue.keys.join(', ')}` : issue?.message
  throw new ConfigError(`REPORT_LABELS names ${file}, where ${issue?.path.join('.') || 'the file'} is wrong: ${reason}`)
}
