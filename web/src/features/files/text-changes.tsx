import { maxPromptTextBytes } from '@health-console/contract/files.ts'
import { conditionsOnText } from '@health-console/formats/chat-template.ts'
import type { PromptDifference } from '@health-console/formats/prompt-difference.ts'
import { codeOf, unseen } from '@health-console/formats/unseen.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import type { FileRow } from './file-rows.ts'
import { promptTextQuery } from './queries.ts'
import styles from './text-changes.module.css'

type Template = { name: string; text: string }

/** The lines in which the chosen prompt differs from the current one. */
export function PromptChanges({ current, file }: { current: FileRow; file: File }) {
  const isComparable = current.version > 0 && Math.max(current.size, file.size) <= maxPromptTextBytes
  const { data } = useQuery({ ...promptTextQuery(current.id, current.version), enabled: isComparable })
  const text = useText(isComparable ? file : null)
  if (data === undefined || text === undefined) return null
  return <TextChanges what="prompt" before={data.data.text} after={text} />
}

/** The lines in which the chat templates of a model differ from those of the current one; without one all lines are new. */
export function TemplateChanges({ before, after }: { before: Template[]; after: Template[] }) {
  return after.map(({ name, text }) => (
    <TextChanges
      key={name}
      what={name === '' ? 'chat template' : `chat template “${isolate(name)}”`}
      before={before.find((template) => template.name === name)?.text ?? ''}
      after={text}
      marked={conditionsOnText(text)}
    />
  ))
}

type TextChangesProps = {
  what: string
  before: string
  after: string
  /** Lines of the new text that deserve a look, by their numbers from 1. */
  marked?: number[]
}

function TextChanges({ what, before, after, marked = [] }: TextChangesProps) {
  const difference = useDifference(before, after)
  if (difference === undefined) return null
  if (difference === null) return <p className={styles.remark}>The {what} is largely new.</p>
  if (difference.hunks.length === 0) return <p className={styles.remark}>The {what} is the same as the current one.</p>
  return (
    <section aria-label={`Changes to the current ${what}`}>
      <p className={styles.remark}>
        The {what}: {formatCount(difference.addedLines)} {difference.addedLines === 1 ? 'line' : 'lines'} added,{' '}
        {formatCount(difference.removedLines)} removed
        {marked.length > 0 && '. Marked lines decide by what a message says.'}
      </p>
      {/* a scrolling box must be reachable by keyboard */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.changes} tabIndex={0} role="region" aria-label={`Changed lines of the ${what}`}>
        {difference.hunks.flatMap((hunk) => {
          let line = hunk.afterLine - 1
          return hunk.lines.map(({ kind, text }, index) => {
            if (kind !== 'removed') line += 1
            const isMarked = kind !== 'removed' && marked.includes(line)
            return (
              <Line key={`${hunk.beforeLine} ${hunk.afterLine} ${index}`} kind={kind} text={text} isMarked={isMarked} />
            )
          })
        })}
      </div>
    </section>
  )
}

const signs = { same: ' ', added: '+', removed: '−' } as const
const tags = { same: 'span', added: 'ins', removed: 'del' } as const

function Line({ kind, text, isMarked }: PromptDifference['hunks'][number]['lines'][number] & { isMarked: boolean }) {
  const Tag = tags[kind]
  return (
    <Tag className={classNames(styles.line, styles[kind])}>
      {signs[kind]} {isMarked ? <mark>{toSeen(text)}</mark> : toSeen(text)}
    </Tag>
  )
}

/** Controls and characters that turn the direction of a line are shown by their codes. */
const toSeen = (text: string) => text.replace(unseen, (character) => `[${codeOf(character)}]`)

function useText(file: File | null): string | undefined {
  const [read, setRead] = useState<{ file: File; text: string } | null>(null)
  useEffect(() => {
    if (!file) return
    let isWanted = true
    void file.text().then((text) => isWanted && setRead({ file, text }))
    return () => void (isWanted = false)
  }, [file])
  return read?.file === file ? read?.text : undefined
}

/** Undefined until it is known; null if the texts have too little in common. */
function useDifference(before: string, after: string): PromptDifference | null | undefined {
  const [difference, setDifference] = useState<PromptDifference | null>()
  useEffect(() => {
    let isWanted = true
    void (async () => {
      const { comparePrompts } = await import('@health-console/formats/prompt-difference.ts')
      const found = await comparePrompts(before, after)
      if (isWanted) setDifference(found)
    })()
    return () => void (isWanted = false)
  }, [before, after])
  return difference
}
