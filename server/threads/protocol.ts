import type { Meter } from '#domain/products/attributes/meter.ts'

/** Reads what all items of a batch have in common, and returns what is done with each. */
export type Working<S, I, R> = (shared: S) => (item: I, meter: Meter) => R | Promise<R>

/** Work that may run on a thread: `url` is of the module that exports it as `work`. */
export interface Work<S, I, R> {
  url: string
  begin: Working<S, I, R>
}

export type ToThread =
  | { batch: number; item: unknown; start?: { url: string; shared: unknown } | undefined }
  /** The thread may forget what it knows of a batch. */
  | { over: number }

/** The clock of the deadline begins with `begun`: a thread that starts first has to read its modules. */
export type FromThread = { begun: true } | { result: unknown } | { error: string }
