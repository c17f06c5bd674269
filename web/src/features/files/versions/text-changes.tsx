import { conditionsOnText } from '@health-console/formats/template-conditions.ts'
import { comparePrompts, type PromptDifference } from '@health-console/formats/prompt-difference.ts'
import { toSeen } from '@health-console/formats/unseen.ts'
import { type ReactNode, useMemo } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { isolate } from '../../../lib/isolate.ts'
import { formatCount } from '../../../lib/numbers.ts'
import { Tag as SmallTag } from '../../../ui/values/badge.tsx'
import { linesOf } from '../changed-lines.ts'
import styles from './text-changes.module.css'

type Template = { name: string; text: string | null }

/**
 * The lines in which the chat templates of a model differ from those of the current version. Without a current version,
 * all lines are new.
 */
export function TemplateChanges({ before, after }: { before: Template[]; after: Template[] }) {
  return after.map(
    ({ name, text }) =>
      text !== null && (
        <TextChanges
          key={name}
          what={name === '' ? 'chat template' : `chat template “${isolate(name)}”`}
          before={before.find((template) => template.name === name)?.text ?? ''}
          after={text}
          marked={conditionsOnText(text)}
        />
      ),
  )
}

type TextChangesProps = {
  what: string
  /** The name of the text it is compared with: "version 3". */
  than?: string
  /** Also shows a text that is the same or mostly new, and scrolls together with the content around it. */
  isWhole?: boolean
  before: string
  after: string
  /** The numbers of lines in the new text that need attention, from 1. */
  marked?: number[]
}

export function TextChanges(props: TextChangesProps) {
  const { what, than = 'the current version', isWhole = false, before, after, marked = [] } = props
  const difference = useMemo(() => comparePrompts(before, after), [before, after])
  const isSame = difference?.hunks.length === 0
  if (difference === null || isSame) {
    return (
      <>
        <p className={styles.remark}>
          The {what} is {isSame ? `the same as ${than}` : 'mostly new'}.
        </p>
        {isWhole && <WholeText what={what} text={after} marked={marked} />}
      </>
    )
  }
  return (
    <section aria-label={`Changes to the ${what} compared with ${than}`}>
      <p className={styles.remark}>
        The {what}: {linesOf({ added: difference.addedLines, removed: difference.removedLines })}
      </p>
      <Changes what={what} isWhole={isWhole}>
        {difference.hunks.flatMap((hunk, place) => {
          const earlier = difference.hunks[place - 1]
          const hidden = hunk.afterLine - 1 - (earlier ? lastLine(earlier) : 0)
          let line = hunk.afterLine - 1
          let lineBefore = hunk.beforeLine - 1
          return [
            isWhole && hidden > 0 && (
              <span key={`gap ${hunk.afterLine}`} className={styles.gap}>
                {formatCount(hidden)} unchanged {hidden === 1 ? 'line' : 'lines'}
              </span>
            ),
            ...hunk.lines.map(({ kind, text }, index) => {
              if (kind !== 'removed') line += 1
              if (kind !== 'added') lineBefore += 1
              const number = kind === 'removed' ? lineBefore : line
              const isMarked = kind !== 'removed' && marked.includes(line)
              const key = `${hunk.beforeLine} ${hunk.afterLine} ${index}`
              return <Line key={key} kind={kind} text={text} number={number} isMarked={isMarked} />
            }),
          ]
        })}
      </Changes>
    </section>
  )
}

/** The last line of the new text that a run of changes shows. */
const lastLine = ({ afterLine, lines }: PromptDifference['hunks'][number]) =>
  afterLine - 1 + lines.filter(({ kind }) => kind !== 'removed').length

function WholeText({ what, text, marked }: { what: string; text: string; marked: number[] }) {
  return (
    <Changes what={what} isWhole>
      {text.split('\n').map((line, index) => (
        <Line key={index} kind="same" text={line} number={index + 1} isMarked={marked.includes(index + 1)} />
      ))}
    </Changes>
  )
}

function Changes({ what, isWhole, children }: { what: string; isWhole: boolean; children: ReactNode }) {
  if (isWhole) return <div className={classNames(styles.changes, styles.whole)}>{children}</div>
  return (
    // A scrolling box must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.changes} tabIndex={0} role="region" aria-label={`Changed lines in the ${what}`}>
      {children}
    </div>
  )
}

const signs = { same: ' ', added: '+', removed: '−' } as const
const tags = { same: 'span', added: 'ins', removed: 'del' } as const

type LineProps = PromptDifference['hunks'][number]['lines'][number] & { number: number; isMarked: boolean }

function Line({ kind, text, number, isMarked }: LineProps) {
  const Tag = tags[kind]
  return (
    <Tag className={classNames(styles.line, styles[kind])} data-line={number}>
      {signs[kind]} {isMarked ? <mark>{toSeen(text)}</mark> : <span>{toSeen(text)}</span>}
      {isMarked && <TestsTheMessage />}
    </Tag>
  )
}

const TestsTheMessage = () => (
  <>
    {' '}
    <SmallTag>Tests the message</SmallTag>
  </>
)
