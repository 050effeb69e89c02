import { useState } from 'react'
import { builtDescription } from '#contract/channels/all.ts'
import type { Field } from '#contract/channels/describe.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { listingChannels, saveListingProducts } from '#contract/listings/listings.ts'
import { attributeAt, entriesIn, valuesIn } from '#domain/listings/content/attributes.ts'
import { switched } from '#domain/listings/settings.ts'
import { read, useWrite } from '#web/api.ts'
import { cache, isHeeded } from '#web/cache.ts'
import { type ApiError, messageOf } from '#web/call.ts'
import { useAccount } from '#web/form/channels/account.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { panelAlert, toast } from '#web/ui/dialogs/toast.tsx'
import type { Product } from '../product.ts'
import { categoryFieldOf, chosenCategories } from './chosen.ts'
import type { Fields } from './fields.ts'
import { type Edits, keptOf, same, since, toldOf, wordsOf } from './edits.ts'
import { type Panel, type Settings, panelsOf } from '../listing-state.ts'
import type { Schema } from './schemas.ts'

const off: Settings = { list: false, sync: false, syncQuantity: false }

export interface ListingDraft {
  schemas: readonly Schema[]
  /** The chosen listing template, or the only one. */
  schema: Schema | undefined
  selectedSchemaId: string
  overrides: Fields
  settings: Settings
  /** What must be chosen before the switches work, '' when nothing (LST-071, LST-072). */
  missing: string
  errors: Readonly<Record<string, string>>
  /** Whether a field was changed since it was saved, so that what was said of it no longer counts. */
  isChanged: (field: string) => boolean
  /** Whether something that is sent was changed and is not saved. */
  edited: boolean
  dirty: boolean
  saving: boolean
  /** Of a save that was refused because others saved meanwhile: what that means, and what to do. */
  conflict: string | undefined
  selectSchema: (id: string) => void
  override: (change: Fields) => void
  turn: (change: Partial<Settings>) => void
  save: () => Promise<void>
  discard: () => void
}

/** Whether what a refusal is about was changed: a field by its path, or all that hangs on the category. */
function changed(described: readonly Field[], path: string, now: Fields, before: Fields): boolean {
  const category = categoryFieldOf(described)
  const savedName = ({ name, override }: Field) => override ?? name
  const anotherCategory = category !== undefined && !same(now[savedName(category)], before[savedName(category)])
  const attribute = attributeAt(described, path)
  if (attribute) {
    const { field, list, name } = attribute
    const valuesOf = (fields: Fields) => valuesIn(list, entriesIn(fields, field.name), name)
    return anotherCategory || !same(valuesOf(now), valuesOf(before))
  }
  const field = described.find(({ name }) => name === path)
  return !same(now[field ? savedName(field) : path], before[field ? savedName(field) : path])
}

/** What is being chosen for one product on one channel, until it is saved. */
export function useListingDraft({
  product,
  channel,
  panel,
}: {
  product: Product
  channel: ChannelId
  panel: Panel
}): ListingDraft {
  const integrationId = useAccount()
  const listing = panel.listingProduct
  const schemas = panel.listingTemplate?.schemas ?? []
  const described = builtDescription(channel)?.fields ?? []
  const stored = keptOf(listing)
  const settingsKept = listing?.listSettings ?? off
  const laid = (on: Edits | null) => ({
    selectedSchemaId: on?.selectedSchemaId ?? stored.selectedSchemaId,
    overrides: { ...stored.overrides, ...on?.overrides },
    settings: { ...settingsKept, ...on?.turned },
  })
  const saved = laid(null)
  const [edits, setEdits] = useState<Edits | null>(null)
  const now = laid(edits)
  const write = useWrite(saveListingProducts, { quiet: true })
  const reread = useReread({ productId: product.id, channel, integrationId: panel.integrationId })
  const schema = schemas.find((s) => s.id === now.selectedSchemaId) ?? (schemas.length === 1 ? schemas[0] : undefined)
  const change = (next: (before: Edits) => Edits) =>
    setEdits((before) => {
      const after = next(before ?? { base: stored, overrides: {}, turned: {} })
      return same(laid(after), saved) ? null : after
    })
  const categories = chosenCategories(described, now.overrides, schema ?? {})
  const edited = !(same(now.overrides, saved.overrides) && now.selectedSchemaId === saved.selectedSchemaId)
  const dirty = !same(now, saved)
  /** What an alert of a refused save is about: it goes with what was not saved. */
  const about = `edits of ${channel} ${product.id}`
  const refused = async (error: unknown) => {
    if (isHeeded(error)) return
    const isConflict = (error as ApiError).code === 'edit_conflict'
    // Where it cannot be read, the refusal itself is told, and the next save is refused again.
    const base = isConflict && edits ? await reread().catch(() => undefined) : undefined
    if (!edits || !base) return panelAlert.error('Encountered error.', messageOf(error))
    const merged = toldOf(edits, base, described)
    setEdits((typed) => typed && { ...typed, base, merged })
    panelAlert.error('Not saved.', wordsOf(merged, markNames[channel]), undefined, about)
  }
  return {
    ...now,
    schemas,
    schema,
    missing: !schema
      ? 'Choose a listing template first.'
      : panel.needsCategory && !categories.length
        ? 'Choose a category first.'
        : '',
    errors: write.error?.fields ?? {},
    isChanged: (field) => changed(described, field, now.overrides, saved.overrides),
    edited,
    dirty,
    saving: write.isPending,
    conflict: dirty && edits?.merged ? wordsOf(edits.merged, markNames[channel]) : undefined,
    selectSchema: (id) => change((before) => ({ ...before, selectedSchemaId: id })),
    override: (fields) => change((before) => ({ ...before, overrides: { ...before.overrides, ...fields } })),
    turn: (turned) =>
      change((before) => {
        const [was, is] = [laid(before).settings, switched(laid(before).settings, turned)]
        const moved = Object.entries(is).filter(([name, value]) => value !== was[name as keyof Settings])
        return { ...before, turned: { ...before.turned, ...turned, ...Object.fromEntries(moved) } }
      }),
    save: async () => {
      // Switches of one cannot be in the way of another's, nor of what is written.
      const written = edits &&
        edited && {
          // A listing template that is fixed while the product is listed is not named again.
          ...(now.selectedSchemaId === saved.selectedSchemaId ? {} : { selectedSchemaId: now.selectedSchemaId }),
          schemaOverrides: now.overrides,
          version: edits.base.version,
        }
      try {
        const [made] = await write.mutateAsync({
          body: {
            listingProducts: [
              { channel, productId: product.id, integrationId, ...written, listSettings: edits?.turned },
            ],
          },
        })
        toast.forget(about)
        if (edits) setEdits((typed) => since(typed, edits, keptOf(made)))
      } catch (error) {
        await refused(error)
        throw error
      }
    },
    discard: () => {
      toast.forget(about)
      setEdits(null)
    },
  }
}

/** Reads anew what is kept of the listing. */
const useReread = (of: { productId: number; channel: ChannelId; integrationId: number | null }) => async () => {
  const panels = await cache.fetchQuery({
    ...read(listingChannels, { query: { productId: of.productId } }),
    staleTime: 0,
  })
  const panel = panelsOf(panels[of.channel]).find(({ integrationId }) => integrationId === of.integrationId)
  return keptOf(panel?.listingProduct)
}
