import { withoutInvisible } from '@health-console/contract/values/text.ts'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { onSessionEnd } from '../../api/session-events.ts'
import { formatCount } from '../../lib/numbers.ts'
import { useStore } from '../../lib/use-store.ts'
import { pagesOf } from '../../shell/navigation.ts'
import { searchLabel } from '../../shell/sidebar.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { KeyCap } from '../../ui/values/key-cap.tsx'
import { FailureText } from '../../ui/buttons/reference.tsx'
import { type ActionsProps, actionsOf } from './actions.ts'
import { Choices } from './choices.tsx'
import { matches, pageEntry, searchEntries, type PaletteEntry } from './entries.ts'
import styles from './palette.module.css'
import { recentEntries, rememberEntry } from './recent.ts'
import { useFound } from './use-found.ts'

/** A shorter text would find too many results, and showing them would be logged as a view. */
const minSearchLength = 3

/** Finds pages, actions, users and patients by typing; Enter opens the chosen one. Mount it when it opens. */
export function Palette({ onClose, ...props }: ActionsProps & { onClose: () => void }) {
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  // Enter was pressed before the server has responded.
  const [isEntered, setIsEntered] = useState(false)
  const recent = useStore(recentEntries)
  const text = withoutInvisible(typed).trim()
  const pages = pagesOf(props.role).map(({ icon, label, to }) => pageEntry(icon, label, to))
  const known = [...pages, ...actionsOf(props)]
  const matching = text ? known.filter((entry) => matches(entry, text)) : []
  const isTooShort = [...text].length < minSearchLength
  const found = useFound(isTooShort || matching.length > 0 ? '' : text, isEntered)
  // Results must not stay visible above a page whose session has ended.
  useEffect(() => onSessionEnd(onClose), [onClose])

  const entries = text
    ? [...found.entries, ...matching, ...searchEntries(text)]
    : [
        ...recent.map((entry): PaletteEntry => ({ ...entry, group: 'Recent' })),
        ...known.filter(({ id }) => recent.every((entry) => entry.id !== id)),
      ]
  // Nothing is chosen before the results are known.
  const first = found.isSearching ? undefined : entries[0]
  const chosen = entries.find(({ id }) => id === chosenId) ?? first

  const open = (entry: PaletteEntry) => {
    rememberEntry(entry)
    onClose()
    if ('href' in entry) router.history.push(entry.href)
    else entry.act()
  }
  const onType = (next: string) => {
    setTyped(next)
    setChosenId(undefined)
    setIsEntered(false)
  }
  const onEnter = () => {
    if (found.isSearching && chosenId === undefined) setIsEntered(true)
    else if (chosen) open(chosen)
  }
  const isAnswered = isEntered && !found.isSearching
  useEffect(() => {
    if (!isAnswered) return
    setIsEntered(false)
    // If there are several results, the admin has not seen them yet and must choose.
    if (found.only) open(found.only)
    // The effect runs only when the response arrives.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isAnswered])

  return (
    <Dialog open onClose={onClose} title={searchLabel} size="large">
      <div className={styles.palette}>
        <Choices
          entries={entries}
          chosen={chosen}
          typed={typed}
          text={text}
          onType={onType}
          onChoose={setChosenId}
          onOpen={open}
          onEnter={onEnter}
          isBusy={found.isSearching}
        />
        <div className={styles.state}>
          <span role="status">{matching.length > 0 ? '' : stateOf(text, isTooShort, found)}</span>
          <span className={styles.keys} aria-hidden="true">
            <span>
              <KeyCap>↑</KeyCap>
              <KeyCap>↓</KeyCap>Choose
            </span>
            <span>
              <KeyCap>Enter</KeyCap>Open
            </span>
            <span>
              <KeyCap>Esc</KeyCap>Close
            </span>
          </span>
        </div>
      </div>
    </Dialog>
  )
}

function stateOf(
  text: string,
  isTooShort: boolean,
  { users, patients, isSearching, error }: ReturnType<typeof useFound>,
): ReactNode {
  if (text === '') return ''
  if (isTooShort) return `Type at least ${minSearchLength} characters to search users and patients`
  if (isSearching) return 'Searching users and patients'
  if (error) return <FailureText failure={error} />
  if (users + patients === 0) return 'No users or patients found.'
  return `${describe(users, 'user', 'users')} found. ${describe(patients, 'patient', 'patients')} found.`
}

function describe(count: number, one: string, several: string): string {
  if (count === 0) return `No ${several}`
  return `${formatCount(count)} ${count === 1 ? one : several}`
}
