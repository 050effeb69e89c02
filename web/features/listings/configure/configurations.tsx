import { builtDescription } from '#contract/channels/all.ts'
import type { AskedTree } from '#contract/channels/describe.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { channelIds } from '#contract/channels/names.ts'
import { availableIntegrations, listIntegrations } from '#contract/integrations/integrations.ts'
import { listingChannels } from '#contract/listings/listings.ts'
import { switched } from '#domain/listings/settings.ts'
import { useRead } from '#web/api.ts'
import { accountName, AccountOf, useOfAccount } from '#web/form/channels/account.tsx'
import { ConnectButton, useRefreshOnReturn } from '#web/form/channels/connect.tsx'
import { type ListingChoice, type ListingChoices, noChoice } from '#web/form/products/listing-choice.ts'
import { anyLookup } from '#web/lookups.ts'
import { useMay, Writable } from '#web/may.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { leavesOf, splitIds, treeOf } from '../categories/categories.ts'
import { categoryFieldOf } from '../editor/chosen.ts'
import { textOf } from '../editor/fields.ts'
import type { Panel } from '../listing-state.ts'
import { ListingChoices as Choices } from '../publish/listing-choices.tsx'
import classes from './configurations.module.css'
import { accountsOf, schemaOf } from './chosen-schema.ts'

interface Props {
  templateId: number
  choices: ListingChoices
  onChange: (channel: ChannelId, choice: ListingChoice) => void
}

/** How a new product is to list, channel by channel; everything else about its listings is on its Publish tab once it exists. */
export function Configurations({ templateId, choices, onChange }: Props) {
  const panels = useRead(listingChannels, { query: { templateId } })
  useRefreshOnReturn()
  if (panels.isError && !panels.data) return <ErrorState error={panels.error} retry={() => void panels.refetch()} />
  if (!panels.data) return <FormSkeleton fields={4} label="Loading the channels" />
  const connected = channelIds.filter((id) => accountsOf(panels.data[id], {}).panel)
  return (
    <>
      <Callout>
        Set this first: the category decides which attribute values a channel accepts. Nothing is published until you
        list the product.
      </Callout>
      {connected.length === 0 && <ConnectFirst />}
      <Writable needs="listings:write">
        {connected.map((channel) => {
          const choice = choices[channel] ?? noChoice
          const { panel, accounts } = accountsOf(panels.data[channel], choice)
          return (
            panel && (
              <Block
                key={channel}
                channel={channel}
                panel={panel}
                accounts={accounts}
                choice={choice}
                onChange={(choice) => onChange(channel, choice)}
              />
            )
          )
        })}
      </Writable>
    </>
  )
}

function ConnectFirst() {
  const integrations = useRead(listIntegrations)
  const available = useRead(availableIntegrations)
  const mayConnect = useMay('integrations:write')
  return (
    <Card title="Listing Configurations">
      <div className="stack">
        <p>No channels connected. Connect one now, or create the product and connect later.</p>
        {mayConnect && integrations.data && (
          <div className="row wrap">
            {available.data?.map(({ channel }) => (
              <ConnectButton key={channel} channel={channel} exists={integrations.data[channel] !== undefined} />
            ))}
          </div>
        )}
      </div>
    </Card>
  )
}

interface BlockProps {
  channel: ChannelId
  panel: Panel
  /** All connected ones of the channel. */
  accounts: readonly Panel[]
  choice: ListingChoice
  onChange: (choice: ListingChoice) => void
}

function Block({ channel, panel, accounts, choice, onChange }: BlockProps) {
  const schemas = panel.listingTemplate?.schemas ?? []
  const schema = schemaOf(schemas, choice)
  const field = categoryFieldOf(builtDescription(channel)?.fields ?? [])
  const change = (next: Partial<ListingChoice>) => onChange({ ...choice, schemaId: schema?.id ?? '', ...next })
  return (
    <AccountOf value={accounts.length > 1 ? (panel.integrationId ?? undefined) : undefined}>
      <Card title={markNames[channel]}>
        <div role="group" aria-label={`Listing on ${markNames[channel]}`} className={classes.configured}>
          {accounts.length > 1 && (
            <Select
              label="Account"
              allowDeselect={false}
              data={accounts.map(({ integrationId, account }) => ({
                value: String(integrationId),
                label: accountName(account),
              }))}
              value={String(panel.integrationId)}
              onChange={(id) => onChange({ ...choice, schemaId: '', category: '', account: Number(id) })}
            />
          )}
          <Choices
            channel={channel}
            panel={panel}
            draft={{
              schemas,
              schema,
              settings: choice.settings,
              missing: schemas.length > 1 && !schema ? 'Choose a listing template first.' : '',
              errors: {},
              turn: (turned) => change({ settings: switched(choice.settings, turned) }),
              selectSchema: (schemaId) => change({ schemaId, category: '' }),
            }}
          />
          {field?.tree && (
            <CategoryOf
              key={`${panel.integrationId} ${schema?.id ?? ''}`}
              channel={channel}
              tree={field.tree}
              ids={schema && splitIds(textOf(schema, field.name))}
              value={choice.category}
              onChange={(category) => change({ category })}
            />
          )}
          {!schemas.length && (
            <p className="small subtle">Turn on List to create default listing settings for this template.</p>
          )}
        </div>
      </Card>
    </AccountOf>
  )
}

interface CategoryProps {
  channel: ChannelId
  tree: AskedTree
  /** Those of the listing template; undefined before one is chosen. */
  ids: readonly string[] | undefined
  value: string
  onChange: (category: string) => void
}

function CategoryOf({ channel, tree, ids, value, onChange }: CategoryProps) {
  const some = ids !== undefined && ids.length > 0
  const read = useRead(anyLookup(channel, tree.lookup), { query: useOfAccount() }, { enabled: some })
  const leaves = read.data === undefined ? [] : leavesOf(treeOf(read.data, tree))
  const nameOf = (id: string) => leaves.find((leaf) => leaf.id === id)?.name ?? id
  return (
    <Select
      label="Category"
      aria-label={`Category on ${markNames[channel]}`}
      placeholder={
        some ? (read.isPending ? 'Loading categories' : 'Any category from the listing template') : undefined
      }
      data={(ids ?? []).map((id) => ({ value: id, label: nameOf(id) }))}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      clearable
      disabled={!some}
      description={
        ids === undefined
          ? 'Select listing template before select category.'
          : some
            ? undefined
            : 'No categories to select'
      }
    />
  )
}
