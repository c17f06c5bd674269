import type { getReportModels } from '@health-console/contract/reports/reports.ts'
import type { EndpointResponse } from '@health-console/contract/http/endpoint.ts'
import { type Json, valueAt } from './json.ts'

type Models = EndpointResponse<typeof getReportModels>['data']

/** The model versions that generated a report, as far as it names them: "LLM v7, encoder v3". */
export function modelNames(document: { [key: string]: Json }, { keys, versions }: Models): string {
  // The list is newest first. Of identical files the oldest version counts, because the later ones restored it.
  const known = new Map(versions.map(({ sha256, name, version }) => [sha256, `${name} v${version}`]))
  const hashes = keys.flatMap((key) => {
    const value = valueAt(document, key)
    return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  })
  const names = hashes.map((hash) => (typeof hash === 'string' ? known.get(hash.toLowerCase()) : undefined))
  return [...new Set(names.map((name) => name ?? 'unknown version'))].join(', ')
}
