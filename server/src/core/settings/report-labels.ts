import { ReportLabels } from '@health-console/contract/reports/reports.ts'
import { ConfigError } from './config-error.ts'
import { readNamedFile } from './secret-files.ts'

/** Titles, units and order of the values in reports. @throws ConfigError with the file and the field */
export function readReportLabels(file: string): ReportLabels {
  const text = readNamedFile('REPORT_LABELS', file)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // The message of the parser would show a part of the file, which may be any file.
    throw new ConfigError(`REPORT_LABELS specifies ${file}, which is not JSON`)
  }
  const parsed = ReportLabels.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const reason = issue?.code === 'unrecognized_keys' ? `unknown field ${issue.keys.join(', ')}` : issue?.message
  throw new ConfigError(
    `REPORT_LABELS specifies ${file}, where ${issue?.path.join('.') || 'the file'} is wrong: ${reason}`,
  )
}
