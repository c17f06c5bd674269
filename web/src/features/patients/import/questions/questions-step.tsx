import type { ImportReading } from '@health-console/contract/patients/questions.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { type RefObject, useEffect, useId, useRef } from 'react'
import type { AskProps, Draft } from './answers.ts'
import { CheckIcon } from 'lucide-react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { AskEither, AskMerged, AskRepeatedIds, AskRows } from './ask-choices.tsx'
import { AskSheets } from './ask-sheets.tsx'
import { type Card, confirmCard } from './cards.ts'
import { ColumnCard } from './column-card.tsx'
import { ClearWithoutQuestion } from './clear-without-question.tsx'
import { focusColumn, focusNext } from './focus-question.ts'
import type { Answers } from './use-answers.ts'
import styles from './questions.module.css'
import dialog from '../tables/import-parts.module.css'

type QuestionsStepProps = {
  reading: ImportReading
  answers: Answers
  /** The element of the step, in which the next open question is found. */
  step: RefObject<HTMLDivElement | null>
}

/** The questions about the file, followed by what was recognised automatically. */
export function QuestionsStep({ reading, answers, step }: QuestionsStepProps) {
  const { draft, cards, open, confirmable, sure, change } = answers
  const [next] = open
  const id = useId()
  const moves = useRef<(() => void) | null>(null)
  useEffect(() => {
    moves.current?.()
    moves.current = null
  })
  // The step replaces the file's progress, or the changes.
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
        <div className={styles.head}>
          <div>
            <h3 id={id} className={dialog.heading}>
              Check how the file is read{' '}
              <span className={dialog.count} role="status">
                {open.length > 0 ? `${open.length} left` : cards.length > 0 && 'all answered'}
              </span>
            </h3>
            {open.length > 0 && (
              <p>{proposalsText({ open: open.length, confirmable: confirmable.length, sure: sure.length })}</p>
            )}
          </div>
          {sure.length > 1 && (
            <Button
              variant="primary"
              startIcon={CheckIcon}
              onClick={() =>
                onDraft(
                  sure.reduce((now, card) => confirmCard(now, card, reading), draft),
                  true,
                )
              }
            >
              Confirm all {sure.length}
            </Button>
          )}
        </div>
        <ol className={styles.scale}>
          {cards.map((card) => (
            <li key={card.id} data-question={card.id} aria-current={card === next ? 'step' : undefined}>
              <CardOf card={card} draft={draft} reading={reading} onDraft={onDraft} />
            </li>
          ))}
        </ol>
      </section>
      <ClearWithoutQuestion
        reading={reading}
        draft={draft}
        asked={cards.flatMap(({ questions }) => questions)}
        onChangeColumn={onChangeColumn}
      />
    </div>
  )
}

function CardOf({ card, ...props }: Omit<AskProps<never>, 'question'> & { card: Card }) {
  const [question] = card.questions
  switch (question?.kind) {
    case 'sheets':
      return <AskSheets question={question} {...props} />
    case 'either':
      return <AskEither question={question} {...props} />
    case 'rows':
      return <AskRows question={question} {...props} />
    case 'repeated_ids':
      return <AskRepeatedIds question={question} {...props} />
    case 'merged':
      return <AskMerged question={question} {...props} />
    default:
      return <ColumnCard card={card} {...props} />
  }
}

type Counts = { open: number; confirmable: number; sure: number }

/** Summarises the questions: "5 columns have a suggestion. “Confirm all” leaves 1 of them open. 2 need your answer." */
function proposalsText({ open, confirmable, sure }: Counts): string {
  const [unsure, others] = [confirmable - sure, open - confirmable]
  const sentences = [
    confirmable > 0 && (confirmable === 1 ? '1 column has a suggestion.' : `${confirmable} columns have a suggestion.`),
    sure > 1 && unsure > 0 && `“Confirm all” leaves ${unsure} of them open.`,
    others > 0 && `${others} ${others === 1 ? 'needs' : 'need'} your answer.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
