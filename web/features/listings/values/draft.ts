import type { ChannelId } from '#contract/channels/ids.ts'
import type { FieldMapping } from '#contract/mappings/mappings.ts'
import type { FieldValues, ValueMapping } from '#contract/mappings/values.ts'
import type { Where } from '#domain/mappings/changed-values.ts'
import { isAllowed } from '#domain/mappings/value-states.ts'
import { nameKey } from '#domain/products/attributes/values.ts'

/* Value mappings as they are being changed in their dialog: plain functions from one list to the next. */

export type Draft = Omit<ValueMapping, 'id' | 'updatedAt' | 'configurations'> & {
  /** Of one that is saved already. */
  id?: number | undefined
  updatedAt?: string | undefined
  configurations: readonly { parentId: number; childId: number | null; active: boolean }[]
}
export type Entry = FieldMapping['values'][number]
/** Ids come from outside: these functions draw no lots. */
export type NewId = () => string

/** Values of products that a field does not take and that no row replaces: "Add Mappings" adds a row for each, "Add Value" a blank one (MAP-156). */
export function unmapped(field: FieldValues | undefined, entries: readonly Entry[]): string[] {
  if (!field?.strict) return []
  const known = new Set(entries.flatMap(({ sourceValues }) => sourceValues.map(nameKey)))
  return field.values.flatMap(({ value }) => (isAllowed(field, value) || known.has(nameKey(value)) ? [] : [value]))
}

const same = (a: string, b: string) => nameKey(a) === nameKey(b)

/** `eBay Value Mapping k7Q2x` (MAP-129). @param label the channel's */
export const freshName = (label: string, newId: NewId): string =>
  `${label} Value Mapping ${newId().replaceAll('-', '').slice(0, 5)}`

/** With one more at the end of its channel's, active and empty. */
export function added(drafts: readonly Draft[], channel: ChannelId, label: string, newId: NewId): Draft[] {
  const index = drafts
    .filter((draft) => draft.channel === channel)
    .reduce((most, draft) => Math.max(most, draft.index + 1), 0)
  const name = freshName(label, newId)
  return [
    ...drafts,
    { uuid: newId(), channel, name, description: '', index, active: true, mappings: [], configurations: [] },
  ]
}

export const changed = (drafts: readonly Draft[], uuid: string, change: Partial<Draft>): Draft[] =>
  drafts.map((draft) => (draft.uuid === uuid ? { ...draft, ...change } : draft))

/** With another name; a blank one, or one that another mapping has, is ignored (MAP-148, MAP-149). */
export const renamed = (drafts: readonly Draft[], uuid: string, name: string): readonly Draft[] =>
  !name.trim() || drafts.some((draft) => draft.uuid !== uuid && same(draft.name, name))
    ? drafts
    : changed(drafts, uuid, { name: name.trim() })

export const ofChannel = (drafts: readonly Draft[], channel: ChannelId): Draft[] =>
  drafts.filter((draft) => draft.channel === channel).toSorted((a, b) => a.index - b.index)

/** Changes places with the one above (−1) or below (+1) of its channel. */
export function moved(drafts: readonly Draft[], uuid: string, by: -1 | 1): readonly Draft[] {
  const current = drafts.find((draft) => draft.uuid === uuid)
  const own = current ? ofChannel(drafts, current.channel) : []
  const from = own.findIndex((draft) => draft.uuid === uuid)
  const other = own[from + by]
  if (!current || !other) return drafts
  const order = own.toSpliced(from, 1).toSpliced(from + by, 0, current)
  const places = new Map(order.map((draft, index) => [draft.uuid, index]))
  return drafts.map((draft) => ({ ...draft, index: places.get(draft.uuid) ?? draft.index }))
}

/** With one more field; nothing where it is there already (MAP-151). */
export const withField = (draft: Draft, targetName: string, newId: NewId): Draft =>
  !targetName.trim() || draft.mappings.some((field) => same(field.targetName, targetName))
    ? draft
    : { ...draft, mappings: [...draft.mappings, { uuid: newId(), targetName: targetName.trim(), values: [] }] }

export const withoutField = (draft: Draft, uuid: string): Draft => ({
  ...draft,
  mappings: draft.mappings.filter((field) => field.uuid !== uuid),
})

export const withValues = (draft: Draft, fieldUuid: string, change: (values: readonly Entry[]) => Entry[]): Draft => ({
  ...draft,
  mappings: draft.mappings.map((field) =>
    field.uuid === fieldUuid ? { ...field, values: change(field.values) } : field,
  ),
})

/**
 * Source values go to their targets: each into the row that has it, else into a new one. They leave the rows that had them (MAP-150). In one pass:
 * a field may have ten thousand of them.
 */
export function mappedTo(
  values: readonly Entry[],
  meant: readonly { value: string; to: string }[],
  newId: NewId,
): Entry[] {
  const targets = new Map(meant.map(({ value, to }) => [nameKey(value), { value, to }]))
  const rows = values.flatMap((row): Entry[] => {
    const sourceValues = row.sourceValues.filter((source) => !targets.has(nameKey(source)))
    return sourceValues.length > 0 || row.sourceValues.length === 0 ? [{ ...row, sourceValues }] : []
  })
  const known = new Map(rows.toReversed().map((row) => [row.targetValue, row]))
  for (const { value, to } of targets.values()) {
    const row = known.get(to) ?? { uuid: newId(), sourceValues: [], targetValue: to }
    if (!known.has(to)) rows.push(row)
    known.set(to, row)
    row.sourceValues.push(value)
  }
  return rows
}

/** Another target for a row; where another row has it already, the two become one (MAP-150). */
export function retargeted(values: readonly Entry[], uuid: string, targetValue: string): Entry[] {
  const row = values.find((value) => value.uuid === uuid)
  const other = targetValue.trim()
    ? values.find((value) => value.uuid !== uuid && value.targetValue === targetValue)
    : undefined
  if (!row) return [...values]
  if (!other) return values.map((value) => (value === row ? { ...row, targetValue } : value))
  return values
    .filter((value) => value !== row)
    .map((value) =>
      value === other ? { ...value, sourceValues: [...new Set([...value.sourceValues, ...row.sourceValues])] } : value,
    )
}

export interface Meant {
  field: string
  value: string
  to: string
}
/**
 * Accepts values for fields: into the first mapping of the channel that is on and has the field, else the first that is on, else a new one.
 * @param isOn whether a mapping counts where the dialog was opened
 */
export function accepted(
  drafts: readonly Draft[],
  meant: readonly Meant[],
  { channel, label, newId, isOn }: { channel: ChannelId; label: string; newId: NewId; isOn: (draft: Draft) => boolean },
): readonly Draft[] {
  const on = () => ofChannel(list, channel).filter(isOn)
  let list: readonly Draft[] = drafts
  if (on().length === 0) list = added(list, channel, label, newId)
  for (const [, some] of Map.groupBy(meant, ({ field }) => nameKey(field))) {
    const field = some[0]?.field ?? ''
    const has = (draft: Draft) => draft.mappings.some(({ targetName }) => same(targetName, field))
    const into = on().find(has) ?? on()[0]
    if (!into) continue
    const ready = withField(into, field, newId)
    const { uuid = '' } = ready.mappings.find(({ targetName }) => same(targetName, field)) ?? {}
    const next = withValues(ready, uuid, (values) => mappedTo(values, some, newId))
    list = list.map((draft) => (draft.uuid === into.uuid ? next : draft))
  }
  return list
}

/** Switches a mapping on or off where the dialog was opened: for the listing, else for all of the listing template. */
export const switched = (draft: Draft, { listingTemplateId, listingId }: Where, active: boolean): Draft =>
  listingTemplateId === null
    ? draft
    : {
        ...draft,
        configurations: [
          ...draft.configurations.filter(
            (configuration) => !(configuration.parentId === listingTemplateId && configuration.childId === listingId),
          ),
          { parentId: listingTemplateId, childId: listingId, active },
        ],
      }

/**
 * The drafts after a save: what was changed while it was on its way stands on top of what it saved.
 * @param sent what it was to save
 * @param saved what it answered: all that is saved now
 */
export function rebased(
  drafts: readonly Draft[],
  sent: readonly Draft[],
  saved: readonly Draft[],
  isSame: (a: Draft, b: Draft | undefined) => boolean,
): Draft[] {
  const asSent = new Map(sent.map((draft) => [draft.uuid, draft]))
  const asSaved = new Map(saved.map((draft) => [draft.uuid, draft]))
  const current = new Set(drafts.map(({ uuid }) => uuid))
  const own = drafts.flatMap((draft) => {
    const now = asSaved.get(draft.uuid)
    if (!now) return asSent.has(draft.uuid) ? [] : [draft]
    return [isSame(draft, asSent.get(draft.uuid)) ? now : { ...draft, id: now.id, updatedAt: now.updatedAt }]
  })
  return [...own, ...saved.filter(({ uuid }) => !current.has(uuid) && !asSent.has(uuid))]
}
