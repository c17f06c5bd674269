import type { ReportLabels } from '@health-console/contract/reports.ts'
import { formatDateTime } from '../../../lib/dates.ts'
import { type Branch, entriesOf, isBranch, type Json, seriesOf, textOf, WrittenNumber } from './json.ts'

/** What stands in one line, or in the whole width: a value, a time, a list of numbers, or paragraphs. */
export type ReportValue =
  | { kind: 'text'; text: string; unit: string }
  | { kind: 'time'; text: string; time: Date }
  | { kind: 'numbers'; numbers: number[]; unit: string }
  | { kind: 'prose'; paragraphs: string[] }

/** A key with its value. Without a label it is the key itself. */
export type ReportRow = { path: string; title: string; isLabelled: boolean; value: ReportValue }

export type ReportSection = { path: string; title: string; isLabelled: boolean; rows: ReportRow[] }

export type ReportReadout = { title: string; text: string; unit: string }

type Document = { [key: string]: Json }
type Label = ReportLabels['labels'][number] & { order: number }
type Labels = ReadonlyMap<string, Label>

/** A longer text is read, not compared. */
const proseLength = 60
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

/**
 * A report as sections with rows, and nothing left out: groups become sections, and what lies deeper has its keys joined
 * by points. What the labels name comes first, in their order.
 */
export function layOutReport(document: Document, { labels }: ReportLabels): ReportSection[] {
  const known: Labels = new Map(labels.map((label, order) => [label.path, { ...label, order }]))
  const loose: ReportRow[] = []
  const sections: ReportSection[] = []
  for (const { key, value } of entriesOf(document)) {
    const rows = rowsOf(value, key, '', known)
    if (isBranch(value) && rows.length > 0 && unitPairOf(value) === null) {
      sections.push({ path: key, ...titleOf(key, key, known), rows: inOrder(rows, known) })
    } else loose.push(...rows)
  }
  const all = inOrder(sections, known)
  return loose.length === 0
    ? all
    : [{ path: '', title: 'Report', isLabelled: true, rows: inOrder(loose, known) }, ...all]
}

/** The figures at the top. One that a report does not have is left out. */
export function readoutsOf(document: Document, { readouts }: ReportLabels): ReportReadout[] {
  return readouts.flatMap(({ title, paths, unit }) => {
    const values = paths.map((path) => valueAt(document, path))
    const texts = values.flatMap((value) => (value === undefined || isBranch(value) ? [] : [textOf(value)]))
    return texts.length === paths.length ? [{ title, text: texts.join('/'), unit }] : []
  })
}

function rowsOf(value: Json, path: string, inner: string, labels: Labels): ReportRow[] {
  const row = (shown: ReportValue): ReportRow[] => [{ path, ...titleOf(path, inner || path, labels), value: shown }]
  const unit = labels.get(path)?.unit ?? ''
  if (!isBranch(value)) return row(leafOf(value, path, unit))
  const pair = unitPairOf(value)
  if (pair) return row({ kind: 'text', ...pair })
  const series = seriesOf(value)
  if (series) return row({ kind: 'numbers', numbers: series, unit })
  const entries = entriesOf(value)
  if (entries.length === 0) return row({ kind: 'text', text: Array.isArray(value) ? '[]' : '{}', unit: '' })
  const texts = entries.flatMap((entry) => (isBranch(entry.value) ? [] : [textOf(entry.value)]))
  if (Array.isArray(value) && texts.length === entries.length) {
    return row(
      texts.some((text) => text.length > proseLength)
        ? { kind: 'prose', paragraphs: texts }
        : { kind: 'text', text: texts.join(', '), unit },
    )
  }
  return entries.flatMap((entry) =>
    rowsOf(entry.value, `${path}.${entry.key}`, inner === '' ? entry.key : `${inner}.${entry.key}`, labels),
  )
}

function leafOf(value: Exclude<Json, Branch>, path: string, unit: string): ReportValue {
  const text = textOf(value)
  if (path === 'generatedAt') {
    const seconds = value instanceof WrittenNumber ? value.value : Number(value)
    return { kind: 'time', text, time: new Date(seconds * 1_000) }
  }
  const isTime = typeof value === 'string' && isoTime.test(value) && !Number.isNaN(Date.parse(value))
  if (isTime) return { kind: 'time', text, time: new Date(value) }
  if (typeof value === 'string' && text.length > proseLength) return { kind: 'prose', paragraphs: [text] }
  return { kind: 'text', text, unit }
}

/** { "value": 61, "unit": "bpm" } is one value. */
function unitPairOf(value: Branch): { text: string; unit: string } | null {
  if (Array.isArray(value) || Object.keys(value).length !== 2) return null
  const { value: amount, unit } = value
  if (amount === undefined || isBranch(amount) || typeof unit !== 'string') return null
  return { text: textOf(amount), unit }
}

function valueAt(document: Document, path: string): Json | undefined {
  let value: Json | undefined = document
  for (const key of path.split('.')) {
    value = value !== undefined && isBranch(value) && !Array.isArray(value) ? value[key] : undefined
  }
  return value
}

function titleOf(path: string, key: string, labels: Labels): { title: string; isLabelled: boolean } {
  const label = labels.get(path)
  return { title: label?.title ?? key, isLabelled: label !== undefined }
}

function inOrder<Item extends { path: string }>(items: Item[], labels: Labels): Item[] {
  const orderOf = ({ path }: Item) => labels.get(path)?.order ?? Number.POSITIVE_INFINITY
  return items.toSorted((a, b) => (orderOf(a) === orderOf(b) ? 0 : orderOf(a) - orderOf(b)))
}

/** The sections with the rows that contain a text, whatever its case. Below a title that contains it everything stays. */
export function searchSections(sections: ReportSection[], text: string): ReportSection[] {
  if (text === '') return sections
  const sought = text.toLowerCase()
  const has = (shown: string) => shown.toLowerCase().includes(sought)
  return sections.flatMap((section) => {
    if (has(section.title)) return [section]
    const rows = section.rows.filter(({ title, value }) => has(title) || textsOf(value).some(has))
    return rows.length === 0 ? [] : [{ ...section, rows }]
  })
}

function textsOf(value: ReportValue): string[] {
  switch (value.kind) {
    case 'prose':
      return value.paragraphs
    case 'numbers':
      return value.numbers.map(String)
    case 'time':
      return [value.text, formatDateTime(value.time) ?? '']
    case 'text':
      return [value.text]
  }
}
