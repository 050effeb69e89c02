import type { Client } from '../client/index.ts'
import type { Terminal } from './terminal/terminal.ts'

/** An option with a value; `flag: true` takes none. */
export interface Option {
  summary: string
  /** What stands for the value in the help: `N`, `DATE`. */
  value?: string
  short?: string
  flag?: true
  /** May be repeated. */
  many?: true
  choices?: readonly string[]
}
export interface Argument {
  /** In capitals: `SKU`. */
  name: string
  summary: string
  optional?: true
  choices?: readonly string[]
}

/** What was typed, checked against the command. */
export interface Typed {
  /** The argument of this name. */
  argument: (name: string) => string
  text: (option: string) => string | undefined
  texts: (option: string) => string[]
  isSet: (option: string) => boolean
}
export interface Context extends Typed {
  motto: Client
  terminal: Terminal
}

interface Described {
  /** As it is typed: `products list`. */
  name: string
  summary: string
  arguments?: readonly Argument[]
  options?: Readonly<Record<string, Option>>
  /** Lines that a person can type, below the help. */
  examples?: readonly string[]
}
/** A command that asks Motto; one `local` needs no address and no token. */
export type Command = Described &
  (
    | {
        local?: never
        /** @returns the exit code, where the outcome is not simply done */
        run: (context: Context) => Promise<number | void>
      }
    | { local: true; run: (context: Omit<Context, 'motto'>) => Promise<void> }
  )

/** What was typed wrong. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A whole number of at least 0. @throws UsageError */
export function countOf(text: string, name: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${name} is a whole number like 12.`)
  return Number(text)
}
/** The id of a record, as lists show it. @throws UsageError */
export function idOf(text: string, name: string): number {
  const id = countOf(text.replace(/^#/, ''), name)
  if (id === 0) throw new UsageError(`${name} is an id from a list, like 41.`)
  return id
}
/** @throws UsageError */
export function amountOf(text: string, name: string): number {
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(text)) throw new UsageError(`${name} is an amount like 12.50.`)
  return Number(text)
}
