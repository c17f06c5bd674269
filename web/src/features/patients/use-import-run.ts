import { useEffect, useState } from 'react'
import { useStore } from '../../lib/use-store.ts'
import { prepareImport, startImport, type ImportRun } from './import-run.ts'

/** Runs at most one import. Choosing another file or leaving cancels it. */
export function useImportRun() {
  const [run, setRun] = useState<ImportRun | null>(null)
  const state = useStore(run?.state)
  useEffect(prepareImport, [])
  useEffect(() => () => run?.cancel(), [run])
  return { run, state, start: (file: File) => setRun(startImport(file)), forget: () => setRun(null) }
}
