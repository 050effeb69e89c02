import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { channelValues, listValueMappings, saveValueMappings } from '#contract/mappings/values.ts'
import type { Where } from '#domain/mappings/changed-values.ts'
import { compileValues } from '#domain/mappings/values.ts'
import { keyOf, useRead, useWrite } from '#web/api.ts'
import { useOfAccount } from '#web/form/channels/account.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { type Draft, rebased } from './draft.ts'
import { isOnFor } from './kept.ts'
import { differencesOf, unmappedOf } from './survey.ts'

type Saved = CallReply<typeof listValueMappings>

interface Given {
  templateId: number
  channel: ChannelId
  where: Where
}

/** Parts that nobody touched are the very same: ten thousand values are not written out at every key. */
const same = (a: Draft, b: Draft | undefined): boolean =>
  b !== undefined &&
  (Object.keys({ ...a, ...b }) as (keyof Draft)[]).every(
    (part) => a[part] === b[part] || JSON.stringify(a[part]) === JSON.stringify(b[part]),
  )

/** What is sent of a mapping. */
const changeOf = ({ configurations, ...draft }: Draft) => ({
  ...draft,
  mappings: draft.mappings.map((field) => ({
    ...field,
    values: field.values.filter(({ sourceValues }) => sourceValues.length > 0),
  })),
  configurations: configurations.map(({ parentId, childId, active }) => ({ parentId, childId, active })),
})

/** Names of the fields in which a mapping changes a value that products have (MAP-153, MAP-154). */
export function appliedTo(
  uuids: ReadonlySet<string>,
  fields: Fields,
  mappings: readonly Draft[],
  where: Where,
): string[] {
  const mapValue = compileValues(mappings.filter((mapping) => isOnFor(mapping, where)))
  return fields.flatMap(({ name, values }) =>
    values.some(({ value }) => uuids.has(mapValue(name, value)?.mapping.uuid ?? '')) ? [name] : [],
  )
}
type Fields = CallReply<typeof channelValues>['fields']

/** The value mappings of all channels as they are being changed, and what one template's values are under those of one channel. */
export function useValues({ templateId, channel, where }: Given) {
  const cache = useQueryClient()
  const mappings = useRead(listValueMappings, { query: {} })
  const survey = useRead(channelValues, { query: { templateId, channel, ...useOfAccount() } })
  // What stood there when the changes began: what others save meanwhile is neither changed nor deleted by these.
  const [begun, setBegun] = useState<{ saved: readonly Draft[]; drafts: readonly Draft[] } | null>(null)
  const saved: readonly Draft[] = begun?.saved ?? mappings.data ?? []
  const drafts = begun?.drafts ?? saved
  const fields = survey.data?.fields ?? []
  const runOf = (list: readonly Draft[]) =>
    compileValues(list.filter((draft) => draft.channel === channel && isOnFor(draft, where)))
  const [before, now] = [runOf(saved), runOf(drafts)]
  const savedOf = (uuid: string) => saved.find((draft) => draft.uuid === uuid)
  const changesIn = (list: readonly Draft[]) => ({
    touched: list.filter((draft) => !same(draft, savedOf(draft.uuid))),
    deleteIds: saved.flatMap(({ id, uuid }) =>
      id !== undefined && !list.some((draft) => draft.uuid === uuid) ? [id] : [],
    ),
  })
  const unsaved = changesIn(drafts)
  const write = useWrite(saveValueMappings, { quiet: true })
  const undo = useWrite(saveValueMappings, { onSuccess: () => toast.success('Undone. Listings are updating.') })
  /** @param ours those that were changed, made or deleted here */
  const takeBack = (was: readonly Draft[], is: Saved, ours: ReadonlySet<string>) => {
    const wasThere = new Set(was.map(({ uuid }) => uuid))
    const isNow = new Map(is.map((mapping) => [mapping.uuid, mapping]))
    const valueMappings = was
      .filter(({ uuid }) => ours.has(uuid))
      .map((draft) => changeOf({ ...draft, id: undefined, updatedAt: isNow.get(draft.uuid)?.updatedAt }))
    const made = is.filter(({ uuid }) => ours.has(uuid) && !wasThere.has(uuid))
    undo.mutate({ body: { valueMappings, deleteIds: made.map(({ id }) => id) } })
  }
  const save = (list: readonly Draft[]) => {
    const { touched, deleteIds } = changesIn(list)
    write.mutate(
      { body: { valueMappings: touched.map(changeOf), deleteIds } },
      {
        onSuccess: (is) => {
          // Without a moment in which the old ones stand there again.
          cache.setQueryData(keyOf(listValueMappings, { query: {} }), is)
          setBegun((current) => {
            const next = current ? rebased(current.drafts, list, is, same) : is
            return next.length === is.length && next.every((draft) => is.some((mapping) => mapping === draft))
              ? null
              : { saved: is, drafts: next }
          })
          const changed = touched.map(({ uuid }) => uuid)
          const names = appliedTo(new Set(changed), fields, is, where)
          const deleted = saved.flatMap(({ id, uuid }) => (id !== undefined && deleteIds.includes(id) ? [uuid] : []))
          const ours = new Set([...changed, ...deleted])
          const words = names.length > 0 ? `Applied Value Mapping to: ${names.join(', ')}` : 'Saved.'
          toast.undo(words, () => takeBack(saved, is, ours), {
            detail: words,
            about: `value mappings of ${markNames[channel]}`,
          })
        },
      },
    )
  }
  return {
    mappings,
    survey,
    saved,
    drafts,
    fields,
    mapValue: now,
    unmapped: unmappedOf(fields, markNames[channel], now),
    differences: differencesOf(fields, before, now),
    dirty: unsaved.touched.length > 0 || unsaved.deleteIds.length > 0,
    saving: write.isPending,
    problem: write.error?.message,
    change: (next: (drafts: readonly Draft[]) => readonly Draft[]) =>
      setBegun((was) => ({ saved: was?.saved ?? saved, drafts: next(was?.drafts ?? saved) })),
    discard: () => setBegun(null),
    save,
  }
}
export type Values = ReturnType<typeof useValues>
