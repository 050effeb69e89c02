import { useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Where } from '#domain/mappings/changed-values.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { accepted, type Draft, type Meant } from './draft.ts'
import { isOnFor } from './kept.ts'
import { newId } from './new-id.ts'
import type { Values } from './use-values.ts'

/** What is to stand in place of a value, by its field and itself. */
export type Chosen = Readonly<Record<string, Meant>>

/** What was chosen for values that are not mapped, until it is accepted into a mapping. */
export function useChosen(values: Values, { channel, where }: { channel: ChannelId; where: Where }) {
  const [chosen, choose] = useState<Chosen>({})
  const waiting = Object.values(chosen).filter(({ to }) => to !== '')
  /** @returns all mappings with it */
  const accept = (meant: readonly Meant[]): readonly Draft[] => {
    if (meant.length === 0) return values.drafts
    const isOn = (draft: Draft) => isOnFor(draft, where)
    const next = accepted(values.drafts, meant, { channel, label: markNames[channel], newId, isOn })
    values.change(() => next)
    const isTaken = (choice: Meant) =>
      meant.some(({ field, value }) => field === choice.field && value === choice.value)
    choose((now) => Object.fromEntries(Object.entries(now).filter(([, choice]) => !isTaken(choice))))
    return next
  }
  return {
    chosen,
    choose,
    accept,
    isWaiting: waiting.length > 0,
    acceptAll: () => accept(waiting),
  }
}
export type ChosenValues = ReturnType<typeof useChosen>
