import { Anchor, Button, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import { listingChannels } from '#contract/listings/listings.ts'
import type { Where } from '#domain/mappings/changed-values.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { useRead } from '#web/api.ts'
import { AccountOf, useAccount } from '#web/form/channels/account.tsx'
import { useMay, Writable } from '#web/may.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { ChannelMark, channelOrder, markNames } from '#web/ui/images/channel-mark.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { panelAt, panelsOf } from '../listing-state.ts'
import { Segments } from '#web/ui/choices/segments.tsx'
import { useValuesAddress } from './address.ts'
import { added, ofChannel } from './draft.ts'
import { MappingPanel } from './mapping-panel.tsx'
import { newId } from './new-id.ts'
import { UnmappedValues } from './unmapped-values.tsx'
import { useChosen } from './use-chosen.ts'
import { type Values, useValues } from './use-values.ts'
import classes from './values.module.css'

interface Props {
  templateId: number
  /** Where it was opened for one product. */
  product?: { id: number; sku: string }
  channel: ChannelId
}

/** Values of a template's products, and what each channel gets instead (MAP-123..MAP-160). */
export function ValuesDialog({ templateId, product, channel: first }: Props) {
  const { isOpen, ...address } = useValuesAddress()
  const [channel, setChannel] = useState(first)
  const account = useAccount()
  const panels = useRead(
    listingChannels,
    { query: product ? { productId: product.id } : { templateId } },
    { enabled: isOpen },
  )
  if (!isOpen || !panels.data) return null
  const connected = channelOrder.filter((id) =>
    panelsOf(panels.data?.[id]).some((candidate) => candidate.authenticated),
  )
  const { panel } = panelAt(panels.data[channel], channel === first ? account : undefined)
  const where = { listingTemplateId: panel?.listingTemplate?.id ?? null, listingId: panel?.listingProduct?.id ?? null }
  return (
    <AccountOf value={channel === first ? account : undefined}>
      <Dialog
        key={`${address.field} ${address.value}`}
        templateId={templateId}
        channel={channel}
        channels={connected}
        onChannel={setChannel}
        where={where}
        whose={where.listingId !== null && product ? product.sku : 'this template'}
        field={address.field}
        value={address.value}
        onClose={address.close}
      />
    </AccountOf>
  )
}

interface DialogProps {
  templateId: number
  channel: ChannelId
  channels: readonly ChannelId[]
  onChannel: (channel: ChannelId) => void
  where: Where
  whose: string
  field: string | undefined
  value: string | undefined
  onClose: () => void
}

function Dialog(props: DialogProps) {
  const { channel, channels, onChannel, onClose, where } = props
  const values = useValues(props)
  const [sought, setSought] = useState(props.field ?? '')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const mayEdit = useMay('listings:write')
  const chosen = useChosen(values, { channel, where })
  const dirty = values.dirty || chosen.isWaiting
  const own = ofChannel(values.drafts, channel)
  const allOpen = own.length > 0 && own.every(({ uuid }) => open.has(uuid))
  const isSought = (name: string) => nameKey(name).includes(nameKey(sought))
  const shown = sought ? own.filter(({ mappings }) => mappings.some(({ targetName }) => isSought(targetName))) : own
  const add = () => {
    const next = added(values.drafts, channel, markNames[channel], newId)
    values.change(() => next)
    setSought('')
    setOpen(new Set([...open, next.at(-1)?.uuid ?? '']))
  }
  return (
    <FormDialog opened onClose={onClose} title="Value Mapping" size={1120} dirty={dirty} yOffset="4vh">
      <div className={classes.bar} role="group" aria-label="Filters">
        <TextInput
          type="search"
          aria-label="Channel Field"
          placeholder="Channel Field"
          leftSection={<Icon name="search" />}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
        {channels.length > 1 && (
          <Segments
            aria-label="Channel"
            value={channel}
            onChange={(id) => {
              // What is accepted is kept for all channels, what is only chosen is of the one that is shown.
              chosen.acceptAll()
              onChannel(id)
            }}
            data={channels.map((id) => ({
              value: id,
              label: (
                <span className="row">
                  <ChannelMark channel={id} named />
                  {markNames[id]}
                </span>
              ),
            }))}
          />
        )}
        <span className="grow" />
        <Button
          variant="subtle"
          disabled={own.length === 0}
          onClick={() => setOpen(allOpen ? new Set() : new Set(own.map(({ uuid }) => uuid)))}
        >
          {allOpen ? 'Collapse All' : 'Expand All'}
        </Button>
        {mayEdit && (
          <Button
            variant="default"
            leftSection={<Icon name="plus" />}
            disabled={!values.mappings.data || !values.survey.data}
            onClick={add}
          >
            New Value Mapping
          </Button>
        )}
      </div>
      <Loaded values={values} height={360}>
        <Writable needs="listings:write">
          <UnmappedValues
            key={channel}
            channel={channel}
            values={values}
            choosing={chosen}
            isSought={isSought}
            preset={props.field && props.value ? { field: props.field, value: props.value } : undefined}
          />
          {shown.length === 0 && (
            <EmptyState
              title="No Value Mappings"
              actions={
                <Anchor component="button" type="button" onClick={() => setSought('')}>
                  Clear Filters
                </Anchor>
              }
            >
              {own.length > 0
                ? 'No mapping has a field with this name.'
                : 'A value mapping replaces your product values with values the channel accepts.'}
            </EmptyState>
          )}
          <ol className={classes.panels}>
            {shown.map((draft) => (
              <MappingPanel
                key={draft.uuid}
                {...props}
                draft={draft}
                place={own.indexOf(draft)}
                last={own.length - 1}
                values={values}
                isSought={isSought}
                isOpen={open.has(draft.uuid) || sought !== ''}
                onOpen={(on) =>
                  setOpen(new Set(on ? [...open, draft.uuid] : [...open].filter((uuid) => uuid !== draft.uuid)))
                }
              />
            ))}
          </ol>
        </Writable>
      </Loaded>
      {values.problem && <Callout tone="danger">{values.problem}</Callout>}
      <Foot values={values} dirty={dirty} onClose={onClose} onSave={() => values.save(chosen.acceptAll())} />
    </FormDialog>
  )
}

interface FootProps {
  values: Values
  dirty: boolean
  onClose: () => void
  onSave: () => void
}
const Foot = ({ values, dirty, onClose, onSave }: FootProps) => (
  <div className={classes.foot}>
    <DialogFooter>
      <span className="small subtle grow">
        <Consequences values={values} />
      </span>
      <Button variant="default" onClick={onClose}>
        {dirty ? 'Cancel' : 'Close'}
      </Button>
      {useMay('listings:write') && (
        <Button disabled={!dirty} loading={values.saving} onClick={onSave}>
          Save
        </Button>
      )}
    </DialogFooter>
  </div>
)

function Loaded({
  values: { mappings, survey },
  height,
  children,
}: {
  values: Values
  height: number
  children: ReactNode
}) {
  const failed = [mappings, survey].find((query) => query.isError && query.data === undefined)
  if (failed)
    return (
      <ErrorState title={`Values could not be loaded: ${failed.error?.message}`} retry={() => void failed.refetch()}>
        Your data is safe.
      </ErrorState>
    )
  if (!mappings.data || !survey.data) return <FormSkeleton fields={5} height={height} label="Loading values" />
  return children
}

/** What Save would change: how many values, and some of them, old and new. */
function Consequences({ values: { differences, unmapped, survey } }: { values: Values }) {
  const [products, live] = [
    differences.reduce((sum, difference) => sum + difference.products, 0),
    differences.reduce((sum, difference) => sum + difference.live, 0),
  ]
  const refused = unmapped.filter(({ judged }) => judged?.state === 'error').length
  return (
    <>
      {differences.length > 0 && (
        <>
          <b>
            Changes {number(products)} {products === 1 ? 'value' : 'values'} of products, {number(live)} of them live.
          </b>{' '}
          {differences
            .slice(0, 3)
            .map(({ from, to }) => `${from} → ${to}`)
            .join(', ')}
          {differences.length > 3 && ` and ${number(differences.length - 3)} more`}.{' '}
        </>
      )}
      {refused > 0 &&
        `${number(refused)} ${refused === 1 ? 'value of a required field stays' : 'values of required fields stay'} without one that is allowed. `}
      {survey.data?.capped && `Based on the first ${number(survey.data.products)} products.`}
    </>
  )
}
