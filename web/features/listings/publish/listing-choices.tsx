import { Switch } from '@mantine/core'
import type { ChannelId } from '#contract/channels/ids.ts'
import { isKeptInStep } from '#domain/listings/settings.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import type { Panel } from '../listing-state.ts'
import classes from './publish.module.css'
import type { ListingDraft } from '../editor/use-listing-draft.ts'

interface Props {
  channel: ChannelId
  panel: Panel
  draft: Pick<ListingDraft, 'schemas' | 'schema' | 'settings' | 'missing' | 'errors' | 'turn' | 'selectSchema'>
}

/** The listing template and the three switches (LST-059..LST-075, PRO-098..PRO-107). */
export function ListingChoices({ channel, panel, draft }: Props) {
  const { schemas, settings, missing } = draft
  const name = markNames[channel]
  const only = schemas.length === 1
  const fixed = Boolean(panel.listingProduct?.externalId && panel.listingProduct.selectedSchemaId)
  return (
    <>
      <div className={classes.switches}>
        <Switch
          label="List"
          aria-label={`List on ${name}`}
          checked={settings.list}
          disabled={Boolean(missing)}
          onChange={(event) => draft.turn({ list: event.currentTarget.checked })}
        />
        <Switch
          label="Sync"
          aria-label={`Sync with ${name}`}
          checked={settings.sync}
          disabled={Boolean(missing)}
          onChange={(event) => draft.turn({ sync: event.currentTarget.checked })}
        />
        <Switch
          label="Sync Quantity"
          aria-label={`Sync quantity with ${name}`}
          checked={settings.syncQuantity}
          disabled={Boolean(missing)}
          onChange={(event) => draft.turn({ syncQuantity: event.currentTarget.checked })}
        />
        <span className="small subtle">{missing || wordsOf(settings, name)}</span>
      </div>
      {settings.list && !isKeptInStep(settings) && (
        <Callout tone="warning">
          {name} isn’t updated when you sell elsewhere. Turn on Sync Quantity to avoid overselling.
        </Callout>
      )}
      <Select
        label="Listing template"
        placeholder={schemas.length ? 'Choose one' : 'No Listing Templates'}
        data={schemas.map((s) => ({ value: s.id, label: s.name }))}
        value={draft.schema?.id ?? null}
        onChange={(id) => draft.selectSchema(id ?? '')}
        clearable={!only && !fixed}
        disabled={only || fixed || !schemas.length}
        description={
          only
            ? 'There is only one listing template available'
            : fixed
              ? 'Can’t be changed while the product is listed.'
              : undefined
        }
        error={draft.errors.selectedSchemaId}
      />
    </>
  )
}

const wordsOf = ({ list, sync, syncQuantity }: ListingDraft['settings'], name: string) =>
  sync
    ? `All product changes are sent to ${name}.`
    : syncQuantity
      ? `Only quantity is sent to ${name}.`
      : list
        ? 'Published when you click List. Later changes, including quantity, aren’t sent.'
        : `Not published on ${name}.`
