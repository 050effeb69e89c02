import { setTimeout } from 'node:timers/promises'
import { type Column, tableOf } from './table.ts'
import { clean, escaped } from './text.ts'

/** What a command is run in, so that tests can run it without a process. */
export interface Streams {
  env: Record<string, string | undefined>
  /** Writes to the standard output and waits until a slow reader has taken it. */
  write: (output: string | Uint8Array) => Promise<void>
  writeError: (text: string) => void
  /** All of the standard input. */
  readInput: () => Promise<string>
  /** Asks a person for one line; `hidden` shows nothing of it. */
  ask: (question: string, hidden?: 'hidden') => Promise<string>
  isInteractive: boolean
  /** Aborted by Ctrl C. */
  signal: AbortSignal
  fetch?: typeof fetch
}

export interface Terminal extends Streams {
  isJson: boolean
  /** A list: a table for people, JSON for programs. */
  list: <T extends object>(rows: readonly T[], columns: readonly Column<T>[], nothing: string) => Promise<void>
  /** One record: the lines for people, the record for programs. */
  record: (record: unknown, lines: readonly (readonly [label: string, value: unknown])[]) => Promise<void>
  /** A line that only people read, on the error output: a progress, a hint. */
  note: (text: string) => void
  /** Between two looks at work in the background. */
  pause: () => Promise<void>
}

const PAUSE_MS = 300

export function openTerminal(streams: Streams, isJson: boolean): Terminal {
  const json = (value: unknown) => streams.write(`${escaped(JSON.stringify(value, undefined, 2))}\n`)
  return {
    ...streams,
    isJson,
    list: async (rows, columns, nothing) => {
      if (isJson) return json(rows)
      if (rows.length === 0) return streams.writeError(`${nothing}\n`)
      return streams.write(tableOf(rows, columns))
    },
    record: (record, lines) => {
      if (isJson) return json(record)
      const width = Math.max(...lines.map(([label]) => label.length))
      return streams.write(lines.map(([label, value]) => `${label.padEnd(width)}  ${clean(value)}\n`).join(''))
    },
    pause: () => setTimeout(PAUSE_MS, undefined, { signal: streams.signal }),
    note: (text) => void (isJson || streams.writeError(`${clean(text)}\n`)),
  }
}
