import { useId } from 'react'
import { isolate } from '../../../../lib/isolate.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { type ClearProps, Line } from './clear-line.tsx'
import { CertainColumns, columnsNotAsked, columnsNowhere, howCertain } from './certain-columns.tsx'
import { counted, labelOf, namesOf } from '../tables/column-names.ts'
import { RowsLeftOut } from './rows-left-out.tsx'
import styles from './questions.module.css'
import dialog from '../tables/import-parts.module.css'
import { Data } from '../../../../ui/values/data.tsx'

/**
 * The automatically recognised parts of the file, with one closed line for each kind. A kind with no entries has no
 * line.
 */
export function ClearWithoutQuestion(props: ClearProps) {
  const id = useId()
  const { reading, asked, draft } = props
  const { missingWords, fileColumns, hiddenRows, notes } = reading
  const chosen = Object.values(draft.answers.columns ?? {}).map((answer) => answer?.heading)
  const doubtful = asked.map((question) => (question.kind === 'either' ? question.heading : undefined))
  const columnsLeftOut = reading.columnsLeftOut.filter((heading) => ![...chosen, ...doubtful].includes(heading))
  const hiddenColumns = fileColumns.filter(
    ({ isHidden, heading }) => isHidden && !reading.columnsLeftOut.includes(heading),
  )
  const columns = columnsNotAsked(reading, asked)
  const absent = columnsNowhere(reading, asked)
  const missing = missingWords.reduce((sum, { cells }) => sum + cells, 0)
  const words = missingWords.map(({ text }) => isolate(text))
  return (
    <section className={styles.clear} aria-labelledby={id}>
      <h3 id={id} className={dialog.heading}>
        Recognised automatically
      </h3>
      <div>
        {columns.length > 0 && (
          <Line title={counted(columns.length, 'column')} detail={howCertain(columns, reading)}>
            <CertainColumns columns={columns} {...props} />
          </Line>
        )}
        {absent.length > 0 && (
          <Line title={`${counted(absent.length, 'column')} not in this file`} detail={namesOf(absent.map(labelOf), 6)}>
            {absent.map((column) => (
              <Button key={column} quiet size="small" onClick={() => props.onChangeColumn(column)}>
                Choose a column for {labelOf(column)}
              </Button>
            ))}
          </Line>
        )}
        {columnsLeftOut.length > 0 && (
          <Line
            title={`${counted(columnsLeftOut.length, 'column')} not imported`}
            detail={namesOf(columnsLeftOut.map(isolate), 6)}
          >
            <p>{columnsLeftOut.map(isolate).join(', ')}</p>
          </Line>
        )}
        {missingWords.length > 0 && (
          <Line
            title={`${counted(missing, 'value')} missing`}
            detail={`${namesOf(words, 3)} ${words.length === 1 ? 'is' : 'are'} treated as empty`}
          >
            <p className={`${styles.values} data`}>
              {missingWords.map(({ text, cells }) => (
                <span key={text}>
                  <b>
                    <Data>{text}</Data>
                  </b>{' '}
                  {counted(cells, 'value')}
                </span>
              ))}
            </p>
          </Line>
        )}
        <RowsLeftOut {...reading} />
        {hiddenRows > 0 && (
          <div className={styles.line}>
            <p>
              <b>{counted(hiddenRows, 'hidden row')}</b>
              <span className="muted">{hiddenRows === 1 ? 'It is included.' : 'They are included.'}</span>
            </p>
          </div>
        )}
        {hiddenColumns.length > 0 && (
          <div className={styles.line}>
            <p>
              <b>{counted(hiddenColumns.length, 'hidden column')}</b>
              <span className="muted">
                {namesOf(
                  hiddenColumns.map(({ heading }) => isolate(heading)),
                  6,
                )}{' '}
                {hiddenColumns.length === 1 ? 'is included.' : 'are included.'}
              </span>
            </p>
          </div>
        )}
        {notes.map((note) => (
          <div key={note} className={styles.line}>
            <p className="muted">{note}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
