import type { ReportLabels } from '@health-console/contract/reports/reports.ts'
import { foldSearch } from '@health-console/contract/values/search-text.ts'
import { formatDateTime } from '../../../lib/dates.ts'
import { type Branch, entriesOf, isBranch, type Json, seriesOf, textOf, valueAt, WrittenNumber } from './json.ts'
import { readTime } from './read-time.ts'

/** Content in one line or in the whole width: a value, a time, a list of numbers, or paragraphs. */
type ReportValue =
  | { kind: 'text'; text: string; unit: string }
  | { kind: 'time'; text: string; time: Date; seconds: string }
  | { kind: 'numbers'; numbers: number[]; texts: string[]; unit: string }
  | { kind: 'prose'; paragraphs: string[] }

/** A key with its value. Without a label, the key itself is shown. */
export type ReportRow = { path: string; title: string; isLabelled: boolean; value: ReportValue }

export type ReportSection = { path: string; title: string; isLabelled: boolean; rows: ReportRow[] }

export type ReportReadout = { title: string; text: string; unit: string }

type Document = { [key: string]: Json }
type Label = ReportLabels['labels'][number] & { order: number }
type Labels = ReadonlyMap<string, Label>

/** A longer text gets its own line. */
const longText = 32

/**
 * Lays out a report as sections with rows, and leaves nothing out: groups become sections, and the keys of deeper
 * values are joined by points. Labelled values come first, in the order of the labels. A value without a group is
 * placed where its first label is, or at the top without a label.
 */
export function layOutReport(document: Document, { labels }: ReportLabels): ReportSection[] {
  const known: Labels = new Map(labels.map((label, order) => [label.path, { ...label, order }]))
  const loose: ReportRow[] = []
  const sections: ReportSection[] = []
  for (const { key, value } of entriesOf(document)) {
    const rows = rowsOf(value, key, '', known)
    if (isBranch(value) && unitPairOf(value) === null) {
      sections.push({ path: key, ...titleOf(key, key, known), rows: inOrder(rows, known) })
    } else loose.push(...rows)
  }
  if (loose.length === 0) return inOrder(sections, known)
  const rows = inOrder(loose, known)
  const first = { path: '', title: 'Report', isLabelled: true, rows }
  const place = known.get(rows[0]?.path ?? '')?.order ?? -1
  return inOrder([first, ...sections], known, (section) => (section === first ? place : undefined))
}

/** The sections without the rows of these paths, which the page shows above or below them. */
export function leaveOut(sections: ReportSection[], paths: string[]): ReportSection[] {
  return sections.flatMap((section) => {
    const rows = section.rows.filter(({ path }) => !paths.includes(path))
    return rows.length === 0 ? [] : [{ ...section, rows }]
  })
}

/** The values at the top. A value that a report does not have is left out. */
export function readoutsOf(document: Document, { readouts }: ReportLabels): ReportReadout[] {
  return readouts.flatMap(({ title, paths, unit }) => {
    const values = paths.map((path) => valueAt(document, path))
    const texts = values.flatMap((value) => (value === undefined || isBranch(value) ? [] : [textOf(value)]))
    return texts.length === paths.length ? [{ title, text: texts.join('/'), unit }] : []
  })
}

/** @param inner the keys below the section */
function rowsOf(value: Json, path: string, inner: string, labels: Labels): ReportRow[] {
  const row = (shown: ReportValue): ReportRow[] => [{ path, ...titleOf(path, inner || path, labels), value: shown }]
  const unit = labels.get(path)?.unit ?? ''
  if (!isBranch(value)) return row(leafOf(value, path, unit))
  const pair = unitPairOf(value)
  if (pair) return row({ kind: 'text', ...pair })
  const entries = entriesOf(value)
  const numbers = seriesOf(value)
  if (numbers) return row({ kind: 'numbers', numbers, texts: entries.map((entry) => itemTextOf(entry.value)), unit })
  if (entries.length === 0) return row({ kind: 'text', text: Array.isArray(value) ? '[]' : '{}', unit: '' })
  const leaves = entries.flatMap((entry) => (isBranch(entry.value) ? [] : [entry.value]))
  if (Array.isArray(value) && leaves.length === entries.length) {
    const texts = leaves.map(textOf)
    // Commas between texts could be part of the texts.
    const isPlain = leaves.every((leaf) => typeof leaf !== 'string')
    return row(isPlain ? { kind: 'text', text: texts.join(', '), unit } : { kind: 'prose', paragraphs: texts })
  }
  const recommendations = Array.isArray(value) ? recommendationsOf(value) : null
  if (recommendations)
    return recommendations.map(({ priority, text }, index) => ({
      path: `${path}.${index + 1}`,
      title: priority.charAt(0).toUpperCase() + priority.slice(1),
      isLabelled: true,
      value: { kind: 'prose', paragraphs: [text] },
    }))
  return entries.flatMap((entry) =>
    rowsOf(entry.value, `${path}.${entry.key}`, inner === '' ? entry.key : `${inner}.${entry.key}`, labels),
  )
}

/** Describes a leaf: a number, or "time: 2026-11-20T07:17:00Z, bpm: 61". */
function itemTextOf(item: Json): string {
  if (!isBranch(item)) return textOf(item)
  return entriesOf(item)
    .map(({ key, value }) => `${key}: ${itemTextOf(value)}`)
    .join(', ')
}

function leafOf(value: Exclude<Json, Branch>, path: string, unit: string): ReportValue {
  const text = textOf(value)
  const time = readTime(path === 'generatedAt' && typeof value !== 'string' ? secondsOf(value) : value)
  if (time) return { kind: 'time', text, ...time }
  if (typeof value === 'string' && text.length > longText) return { kind: 'prose', paragraphs: [text] }
  return { kind: 'text', text, unit }
}

/** A report specifies in seconds when it was generated. */
function secondsOf(value: WrittenNumber | number | boolean | null): Date | null {
  if (value instanceof WrittenNumber) return new Date(value.value * 1_000)
  return typeof value === 'number' ? new Date(value * 1_000) : null
}

/** An object such as { "value": 61, "unit": "bpm" } is one value. */
function unitPairOf(value: Branch): { text: string; unit: string } | null {
  if (Array.isArray(value) || Object.keys(value).length !== 2) return null
  if (!Object.hasOwn(value, 'value') || !Object.hasOwn(value, 'unit')) return null
  const { value: amount, unit } = value
  if (amount === undefined || isBranch(amount) || typeof unit !== 'string' || unit === '') return null
  return { text: textOf(amount), unit }
}

/** A list such as [{ "priority": "low", "text": "Keep to regular times" }]. */
function recommendationsOf(list: Json[]): { priority: string; text: string }[] | null {
  const read = list.flatMap((item) => {
    if (!isBranch(item) || Array.isArray(item) || Object.keys(item).length !== 2) return []
    const { priority, text } = item
    return typeof priority === 'string' && priority !== '' && typeof text === 'string' ? [{ priority, text }] : []
  })
  return read.length === list.length ? read : null
}

function titleOf(path: string, key: string, labels: Labels): { title: string; isLabelled: boolean } {
  const label = labels.get(path)
  return { title: label?.title ?? (key === '' ? '""' : key), isLabelled: label !== undefined }
}

function inOrder<Item extends { path: string }>(
  items: Item[],
  labels: Labels,
  placeOf: (item: Item) => number | undefined = () => undefined,
): Item[] {
  const orderOf = (item: Item) => placeOf(item) ?? labels.get(item.path)?.order ?? labels.size
  return items.toSorted((a, b) => orderOf(a) - orderOf(b))
}

/**
 * The sections with the rows that contain a text, ignoring case and accents. A key is found even if its label is shown
 * instead. All of a section that contains the text itself is kept.
 */
export function searchSections(sections: ReportSection[], text: string): ReportSection[] {
  if (text === '') return sections
  const searched = foldSearch(text)
  const has = (shown: string) => foldSearch(shown).includes(searched)
  return sections.flatMap((section) => {
    if (has(section.title) || has(section.path)) return [section]
    const rows = section.rows.filter(({ path, title, value }) => has(title) || has(path) || textsOf(value).some(has))
    return rows.length === 0 ? [] : [{ ...section, rows }]
  })
}

/** All texts that a value shows. */
export function textsOf(value: ReportValue): string[] {
  switch (value.kind) {
    case 'prose':
      return value.paragraphs
    case 'numbers':
      return value.texts
    case 'time':
      return [value.text, formatDateTime(value.time) ?? '']
    case 'text':
      return [value.text, value.unit]
  }
}
