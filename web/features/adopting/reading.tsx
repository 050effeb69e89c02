import { Callout } from '#web/ui/layout/callout.tsx'
import { number } from '#web/ui/format.ts'
import type { State } from './state.ts'

/** What goes on just now, what it waits for, and why it stopped. */
export function Reading({ state: { read, linking, counts }, name }: { state: State; name: string }) {
  return (
    <>
      {read?.state === 'reading' && (
        <Callout tone="info">
          <span role="status">
            Scanning {name}: {number(read.listings)} listings so far. You can leave this page.
            {read.problem && ` Waiting: ${read.problem}`}
          </span>
        </Callout>
      )}
      {read?.state === 'failed' && (
        <Callout tone="danger">
          The {name} scan stopped: {read.problem} Fix this, then scan again.
        </Callout>
      )}
      {linking && read?.state !== 'reading' && (
        <Callout tone="info">
          <span role="status">
            Linking: {number(counts.waiting)} to go. You can leave this page.
            {read?.problem && ` Waiting: ${read.problem}`}
          </span>
        </Callout>
      )}
    </>
  )
}
