import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Waits until a child process has ended; at once when it already has. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
