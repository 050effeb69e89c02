import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SqlFile {
  /** Without `.sql`. */
  name: string
  text: string
}

/** @returns the SQL files of a folder, in the order of their names */
export const readSqlFiles = (folder: string): SqlFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name: name.slice(0, -'.sql'.length), text: readFileSync(join(folder, name), 'utf8') }))

/** The same for line ends of every system. */
export const checksumOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
