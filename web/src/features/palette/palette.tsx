import type { Role } from '@health-console/contract/admins.ts'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { SearchIcon } from 'lucide-react'
import { FailureText } from '../../ui/reference.tsx'
import { onSessionEnd } from '../../api/session-events.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatCount } from '../../lib/numbers.ts'
import { useStore } from '../../lib/use-store.ts'
import { navigationOf } from '../../shell/navigation.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InputBox } from '../../ui/input-box.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { actionEntry, matches, pageEntry, searchEntries, type PaletteEntry } from './entries.ts'
import styles from './palette.module.css'
import { recentEntries, rememberEntry } from './recent.ts'
import { useFound } from './use-found.ts'

const uploads: PaletteEntry[] = [
  pageEntry('Re-upload table', '/hospital-patients?dialog=import'),
  pageEntry('Upload Main LLM', '/files?upload=gguf'),
  pageEntry('Upload PPG Encoder', '/files?upload=onnx'),
  pageEntry('Upload Prompt file', '/files?upload=txt'),
]

type PaletteProps = {
  role: Role
  /** The actions that are available everywhere. */
  actions: { label: string; act: () => void }[]
  onClose: () => void
}

/** Finds pages, actions, users and patients by typing; Enter opens. Mount it when it opens. */
export function Palette({ role, actions, onClose }: PaletteProps) {
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const recent = useStore(recentEntries)
  const found = useFound(text)
  const pages = navigationOf(role).map(({ label, to }) => pageEntry(label, to))
  const known = [...pages, ...uploads, ...actions.map(({ label, act }) => actionEntry(label, act))]
  // results must not stay visible above a page whose session has ended
  useEffect(() => onSessionEnd(onClose), [onClose])
  // what the server finds is added at the end, so that nothing moves
  const entries = text
    ? [...known.filter((entry) => matches(entry, text)), ...searchEntries(text), ...found.entries]
    : [...recent, ...known.filter(({ id }) => recent.every((entry) => entry.id !== id))]

  const open = (entry: PaletteEntry) => {
    rememberEntry(entry)
    onClose()
    if ('href' in entry) router.history.push(entry.href)
    else entry.act()
  }

  return (
    <Dialog open onClose={onClose} title="Go to" size="large">
      <div className={styles.palette}>
        <Choices entries={entries} typed={typed} onType={setTyped} onOpen={open} isBusy={found.isSearching} />
        <p className={styles.state} role="status">
          {stateOf(text, found)}
        </p>
      </div>
    </Dialog>
  )
}

function stateOf(text: string, { users, patients, isSearching, error }: ReturnType<typeof useFound>): ReactNode {
  if (text === '') return ''
  if (isSearching) return 'Searching users and patients'
  if (error) return <FailureText>{error.message}</FailureText>
  return `Users found: ${formatCount(users)}. Patients found: ${formatCount(patients)}.`
}

type ChoicesProps = {
  entries: PaletteEntry[]
  typed: string
  onType: (text: string) => void
  onOpen: (entry: PaletteEntry) => void
  isBusy: boolean
}

/** A field with a list below it. The arrow keys choose from the list while the focus stays in the field. */
function Choices({ entries, typed, onType, onOpen, isBusy }: ChoicesProps) {
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [chosenId, setChosenId] = useState<string>()
  const chosen = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosenId),
  )
  const optionId = (index: number) => `${listId}-${index}`
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosenId(entries.at((chosen + step) % entries.length)?.id)
    else if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const entry = entries[chosen]
    if (step === undefined && entry) onOpen(entry)
  }

  return (
    <>
      <InputBox>
        {isBusy ? <Spinner /> : <Icon icon={SearchIcon} />}
        <input
          role="combobox"
          aria-label="Page, action, user or patient"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={entries.length > 0 ? optionId(chosen) : undefined}
          aria-autocomplete="list"
          placeholder="Page, action, user or patient"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={(event) => {
            onType(event.target.value)
            setChosenId(undefined)
          }}
          onKeyDown={onKeyDown}
        />
      </InputBox>
      <div ref={list} id={listId} role="listbox" aria-label="Results" className={styles.list}>
        {entries.map((entry, index) => (
          // the field handles the keyboard
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={entry.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={classNames(styles.option, index === chosen && styles.chosen)}
            onClick={() => onOpen(entry)}
          >
            <b>{entry.label}</b>
            {entry.detail && <span className="data muted">{entry.detail}</span>}
            <span className={styles.kind}>{entry.kind}</span>
          </div>
        ))}
      </div>
    </>
  )
}
