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
            Reading {name}: {number(read.listings)} listings so far. You can leave this page.
            {read.problem && ` It waits: ${read.problem}`}
          </span>
        </Callout>
      )}
      {read?.state === 'failed' && (
        <Callout tone="danger">
          {name} could not be read to the end: {read.problem} Read again once that is mended.
        </Callout>
      )}
      {linking && read?.state !== 'reading' && (
        <Callout tone="info">
          <span role="status">
            Linking: {number(counts.waiting)} to go. You can leave this page.
            {read?.problem && ` It waits: ${read.problem}`}
          </span>
        </Callout>
      )}
    </>
  )
}
