import { isBirth } from '@health-console/contract/patients/units.ts'
import { useId } from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { labelOf } from '../tables/column-names.ts'
import { Data } from '../../../../ui/values/data.tsx'
import { AskCells } from './ask-choices.tsx'
import { AgeDay, AskColumn, confirmText } from './ask-column.tsx'
import { AskValues } from './ask-values.tsx'
import { Answered } from './ask.tsx'
import { type AskProps, isAboutCells } from './answers.ts'
import { type Card, columnsOf, confirmCard, isConfirmable, isOpen } from './cards.ts'
import { shownAnswer } from './questions.ts'
import { Samples } from './samples.tsx'
import styles from './questions.module.css'

type ColumnCardProps = Omit<AskProps<never>, 'question'> & { card: Card }

/** All questions about one column: where it is, its unit, what its values mean, and how its cells are read. */
export function ColumnCard({ card, draft, reading, onDraft }: ColumnCardProps) {
  const id = useId()
  const props = { draft, reading, onDraft }
  const asked = card.questions.find((question) => question.kind === 'column')
  const words = card.questions.find((question) => question.kind === 'words')
  const columns = card.questions.map(columnsOf)[0] ?? []
  const name = columns.map(labelOf).join(', ')
  const shown = asked && shownAnswer(asked, draft, reading)
  const isWaiting = isOpen(card, draft, reading)
  return (
    <div className={styles.ask} role="group" aria-labelledby={id}>
      <b id={id}>{name}</b>
      {asked ? (
        <AskColumn question={asked} {...props} />
      ) : (
        words && (
          <p className={styles.heading}>
            <Data>{words.heading}</Data>
          </p>
        )
      )}
      {!isWaiting ? (
        <Answered />
      ) : (
        isConfirmable(card, draft, reading) && (
          <Button
            className={styles.confirm}
            aria-label={asked ? confirmText(asked, shown) : `Confirm values for ${name}`}
            onClick={() => onDraft(confirmCard(draft, card, reading), true)}
          >
            Confirm
          </Button>
        )
      )}
      {asked && !words && shown && <Samples columns={columns} answer={shown} reading={reading} />}
      {asked && shown && isBirth(shown.unit) && <AgeDay question={asked} {...props} answer={shown} />}
      {words && <AskValues question={words} {...props} />}
      {card.questions.filter(isAboutCells).map((question) => (
        <div key={question.id} className={styles.below}>
          <AskCells question={question} {...props} />
        </div>
      ))}
    </div>
  )
}
