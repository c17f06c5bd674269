import type { QuestionOf } from '@health-console/contract/patients/questions.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Field } from '../../../../ui/fields/field.tsx'
import { SelectBox } from '../../../../ui/fields/select-box.tsx'
import { type AskProps, chooseMeanings } from './answers.ts'
import { counted } from '../tables/column-names.ts'
import { Disclosure } from '../../../../ui/page/disclosure.tsx'
import styles from './questions.module.css'
import { Data } from '../../../../ui/values/data.tsx'

type WordsQuestion = QuestionOf<'words'>

/** If there are more values than this, the rest is folded. */
const shownAtMost = 8

/** Asks what the values of a column mean. */
export function AskValues({ question, draft, reading, onDraft }: AskProps<WordsQuestion>) {
  const { column, words, mayStand, emptyRows } = question
  const selects = words.map((word) => <Word key={word.text} {...{ question, word, draft, reading, onDraft }} />)
  const rest = words.length - shownAtMost
  const unanswered = words.filter(({ text }) => !hasMeaning(draft, column, text))
  const asTheyAre = Object.fromEntries(unanswered.map(({ text }) => [text, text]))
  return (
    <div className={styles.words} data-few={words.length <= 2 || undefined}>
      {selects.slice(0, shownAtMost)}
      {rest > 0 && (
        <Disclosure label={counted(rest, 'more value')}>
          <div className={styles.words}>{selects.slice(shownAtMost)}</div>
        </Disclosure>
      )}
      {mayStand && unanswered.length > 0 && (
        <div>
          <Button quiet size="small" onClick={() => onDraft(chooseMeanings(draft, column, asTheyAre), true)}>
            {unanswered.length === words.length ? 'Keep all as they are' : 'Keep the rest as is'}
          </Button>
        </div>
      )}
      {emptyRows > 0 && (
        <p className={styles.values}>
          <span>
            <b>Empty</b> <span>{formatCount(emptyRows)}</span>
          </span>
        </p>
      )}
    </div>
  )
}

type WordProps = AskProps<WordsQuestion> & { word: WordsQuestion['words'][number] }

function Word({ question, word, draft, onDraft }: WordProps) {
  const { column, options, mayStand } = question
  const { text, rows, proposal } = word
  const answer = hasMeaning(draft, column, text) ? draft.answers.words?.[column]?.[text] : undefined
  const shown = answer === undefined ? (proposal ?? undefined) : answer
  const meanings = mayStand && !options.includes(text) ? [...options, text] : options
  return (
    <Field
      label={
        <>
          <b>
            <Data>{text}</Data>
          </b>{' '}
          {counted(rows, 'row')}
        </>
      }
    >
      {(control) => (
        <SelectBox
          {...control}
          open={!question.isAnswered && answer === undefined && shown === undefined}
          value={shown === undefined ? null : valueOf(shown)}
          options={[
            ...meanings.map((value) => ({ value: valueOf(value), label: value })),
            { value: valueOf(null), label: 'Empty' },
          ]}
          onChange={(value) =>
            onDraft(
              chooseMeanings(draft, column, {
                [text]: value === valueOf(null) ? null : value.slice(valueOf('').length),
              }),
            )
          }
        />
      )}
    </Field>
  )
}

const hasMeaning = (draft: AskProps<WordsQuestion>['draft'], column: WordsQuestion['column'], text: string) =>
  Object.hasOwn(draft.answers.words?.[column] ?? {}, text)

const valueOf = (meaning: string | null) => (meaning === null ? 'empty' : `is:${meaning}`)
