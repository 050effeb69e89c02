import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSqlFiles } from '../sql-files.ts'

/**
 * What a step may do while the release before serves on the same database. `expand`: adds what that release does not see, within
 * milliseconds. `index`: builds indexes concurrently. `backfill`: changes the rows there are, in batches, by a job. `contract`: takes away what
 * no running release needs any more.
 */
export const stepKinds = ['expand', 'index', 'backfill', 'contract'] as const
export type StepKind = (typeof stepKinds)[number]

export interface Step {
  /** `NNNN-name`. */
  name: string
  kind: StepKind
  /** Its SQL, file by file. */
  texts: () => readonly string[]
}

const fileName = /^(\d{4}-[a-z0-9-]+)(?:\.(index|backfill|contract))?\.sql$/

/** Such as `0120-0131`: a folder of steps with these numbers, as a folder holds few files. */
const rangeName = /^\d{4}-\d{4}$/

/** Reads the steps of a folder, in the order of their numbers: `NNNN-name.sql`, `NNNN-name.KIND.sql`, or a folder of SQL files with such a name. */
export function readSteps(folder: string): Step[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry): Step[] => {
      const path = join(folder, entry.name)
      if (rangeName.test(entry.name)) return readSteps(path)
      if (entry.isDirectory())
        return [{ name: entry.name, kind: 'expand', texts: () => readSqlFiles(path).map(({ text }) => text) }]
      const [, name, kind = 'expand'] = fileName.exec(entry.name) ?? []
      return name ? [{ name, kind: kind as StepKind, texts: () => [readFileSync(path, 'utf8')] }] : []
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** `-- after: NNNN-name` of a contract step: every release that knows that step can work without what this one takes away. */
export const afterOf = (text: string): string | undefined => /^-- after: (\S+)$/m.exec(text)?.[1]

/** `-- table: NAME` of a backfill: whose rows it changes. */
export const tableOf = (text: string): string | undefined => /^-- table: (\w+)$/m.exec(text)?.[1]
