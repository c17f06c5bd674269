import type { ImportQuestion, ImportReading } from '@health-console/contract/patient-questions.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { type RefObject, useEffect, useId, useRef } from 'react'
import type { Draft } from './answers.ts'
import { AskEither, AskMerged, AskReading, AskRepeatedIds } from './ask-choices.tsx'
import { AskColumn, type AskProps } from './ask-column.tsx'
import { AskSheets } from './ask-sheets.tsx'
import { AskWords } from './ask-words.tsx'
import { ClearWithoutQuestion } from './clear-without-question.tsx'
import { focusColumn, focusNext } from './focus-question.ts'
import type { Answers } from './use-answers.ts'
import styles from './questions.module.css'
import dialog from '../tables/import-parts.module.css'

type QuestionsStepProps = {
  reading: ImportReading
  answers: Answers
  /** The step, to find the next open question in it. */
  step: RefObject<HTMLDivElement | null>
}

/** What the file does not say for certain, and below it what is clear. */
export function QuestionsStep({ reading, answers, step }: QuestionsStepProps) {
  const { draft, questions, next, open, change } = answers
  const id = useId()
  const moves = useRef<(() => void) | null>(null)
  useEffect(() => {
    moves.current?.()
    moves.current = null
  })
  // it replaces the file's progress, or the changes
  useEffect(() => focusNext(step.current), [step])

  const onDraft = (changed: Draft, isDone = false) => {
    if (isDone) moves.current = () => focusNext(step.current)
    change(changed)
  }
  const onChangeColumn = (column: PatientColumnKey) => {
    moves.current = () => focusColumn(step.current, column)
    answers.changeColumn(column)
  }
  return (
    <div ref={step} className={dialog.step}>
      <section className={styles.questions} aria-labelledby={id}>
        <h3 id={id} className={dialog.heading}>
          Questions{' '}
          <span className={dialog.count} role="status">
            {countText(open, questions.length)}
          </span>
        </h3>
        <ol className={styles.scale}>
          {questions.map((question) => (
            <li key={question.id} data-question={question.id} aria-current={question === next ? 'step' : undefined}>
              <Question question={question} draft={draft} reading={reading} onDraft={onDraft} />
            </li>
          ))}
        </ol>
      </section>
      <ClearWithoutQuestion
        reading={reading}
        draft={draft}
        asked={questions}
        onDraft={onDraft}
        onChangeColumn={onChangeColumn}
      />
    </div>
  )
}

function Question({ question, ...props }: AskProps<ImportQuestion>) {
  switch (question.kind) {
    case 'sheets':
      return <AskSheets question={question} {...props} />
    case 'column':
      return <AskColumn question={question} {...props} />
    case 'either':
      return <AskEither question={question} {...props} />
    case 'reading':
      return <AskReading question={question} {...props} />
    case 'words':
      return <AskWords question={question} {...props} />
    case 'repeated_ids':
      return <AskRepeatedIds question={question} {...props} />
    case 'merged':
      return <AskMerged question={question} {...props} />
  }
}

function countText(open: number, all: number): string {
  if (all === 0) return 'none'
  return open === 0 ? 'all answered' : `${open} of ${all} left`
}
