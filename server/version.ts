import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../package.json')

/** Of this Motto, such as 1.2.0. */
export const version = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version

const numbersOf = (text: string) => text.split(/[.-]/).slice(0, 3).map(Number)

/** Whether a version comes after this one. */
export function isNewer(other: string, than = version): boolean {
  const [a, b] = [numbersOf(other), numbersOf(than)]
  const place = a.findIndex((n, i) => n !== b[i])
  return place >= 0 && (a[place] ?? 0) > (b[place] ?? 0)
}
