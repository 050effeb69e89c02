import { Button } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import { saveIntegration } from '#contract/integrations.ts'
import { saveEbayPolicies } from '#contract/lookups.ts'
import { useRead, useWrite } from '#web/api.ts'
import { lookupOf } from '#web/lookups.ts'
import { call, fieldError, messageOf } from '#web/call.ts'
import { Callout } from '#web/ui/callout.tsx'
import { markNames } from '#web/ui/channel-mark.tsx'
import { EntriesOf, useEntries } from '#web/ui/entries.tsx'
import { QuantityInput } from '#web/ui/number-input.tsx'
import { Card } from '#web/ui/page.tsx'
import { useLeaveGuard } from '#web/ui/save-bar.tsx'
import { type Option, SearchSelect } from '#web/ui/search-select.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Integration } from './integration-state.ts'

type Settings = Record<string, unknown>

interface FieldsProps {
  settings: Settings
  onChange: (change: Settings) => void
  disabled: boolean
}

const text = (settings: Settings, name: string) => (typeof settings[name] === 'string' ? settings[name] : '')

/** What each channel's new listings can start from. */
const fields: Partial<Record<ChannelId, ComponentType<FieldsProps>>> = { ebay: EbayDefaults, shopify: ShopifyDefaults }

/** Settings that have a call of their own (CHN-101). */
const savesApart: Partial<Record<ChannelId, (settings: Settings) => Promise<unknown>>> = {
  ebay: (settings) =>
    call(saveEbayPolicies, {
      body: {
        paymentPolicyId: text(settings, 'paymentPolicyId'),
        returnPolicyId: text(settings, 'returnPolicyId'),
        fulfillmentPolicyId: text(settings, 'fulfillmentPolicyId'),
        locationId: text(settings, 'locationId'),
      },
    }),
}

/** Defaults for new listings, and how many pieces the channel is not shown (CHN-094, CHN-095, CHN-101). */
export function Defaults({ integration, disabled }: { integration: Integration; disabled: boolean }) {
  const {
    channel,
    integration: { config: saved },
  } = integration
  const [change, setChange] = useState<Settings>({})
  const entries = useEntries()
  const dirty = entries.wrong.length > 0 || Object.entries(change).some(([name, value]) => saved[name] !== value)
  const discard = () => {
    setChange({})
    entries.discard()
  }
  const done = () => {
    setChange({})
    toast.success('Updated Integration')
  }
  const save = useWrite(saveIntegration, { quiet: true, onSuccess: done })
  useLeaveGuard(dirty, `Unsaved defaults of ${markNames[channel]}`)
  const Fields = fields[channel]
  const settings = { ...saved, ...change }
  const send = async () => {
    await savesApart[channel]?.(settings)
    await save.mutateAsync({ body: { channel, settings: change } })
  }
  return (
    <Card
      title="Defaults for new listings"
      footer={
        !disabled && (
          <>
            <Button
              disabled={!dirty || entries.problem !== undefined}
              loading={save.isPending}
              onClick={() => void send().catch((error: unknown) => toast.error(messageOf(error)))}
            >
              Save
            </Button>
            {dirty && (
              <Button variant="subtle" onClick={discard}>
                Discard
              </Button>
            )}
          </>
        )
      }
    >
      <div className="stack">
        {Fields && (
          <Fields settings={settings} onChange={(next) => setChange({ ...change, ...next })} disabled={disabled} />
        )}
        <EntriesOf form={entries}>
          <QuantityInput
            label="Buffer"
            description={`Pieces held back: ${markNames[channel]} is shown that many fewer.`}
            value={Number(settings.buffer ?? 0)}
            onChange={(buffer) => setChange({ ...change, buffer: buffer ?? 0 })}
            disabled={disabled}
            error={fieldError(save.error, 'buffer')}
          />
        </EntriesOf>
      </div>
    </Card>
  )
}

interface PickProps extends FieldsProps {
  name: string
  label: string
  options: readonly Option[] | undefined
}

const Pick = ({ name, label, options, settings, onChange, disabled }: PickProps) => (
  <SearchSelect
    label={label}
    placeholder={options?.length ? 'None' : 'None there yet'}
    clearable
    options={options ?? []}
    value={text(settings, name) || null}
    onChange={(value) => onChange({ [name]: value ?? '' })}
    disabled={disabled}
  />
)

function EbayDefaults(props: FieldsProps) {
  const policies = useRead(lookupOf('ebay', 'policies'))
  const locations = useRead(lookupOf('ebay', 'locations'))
  return (
    <>
      {(policies.isError || locations.isError) && (
        <Callout tone="warning">{(policies.error ?? locations.error)?.message}</Callout>
      )}
      <Pick
        {...props}
        name="paymentPolicyId"
        label="Payment policy"
        options={policies.data?.paymentPolicies.map((p) => ({ value: p.paymentPolicyId, label: p.name }))}
      />
      <Pick
        {...props}
        name="returnPolicyId"
        label="Return policy"
        options={policies.data?.returnPolicies.map((p) => ({ value: p.returnPolicyId, label: p.name }))}
      />
      <Pick
        {...props}
        name="fulfillmentPolicyId"
        label="Fulfillment policy"
        options={policies.data?.fulfillmentPolicies.map((p) => ({ value: p.fulfillmentPolicyId, label: p.name }))}
      />
      <Pick
        {...props}
        name="locationId"
        label="Inventory location"
        options={locations.data?.map((l) => ({
          value: l.merchantLocationKey,
          label: [l.name || l.merchantLocationKey, l.city, l.stateOrProvince].filter(Boolean).join(', '),
          disabled: !l.enabled,
        }))}
      />
    </>
  )
}

function ShopifyDefaults(props: FieldsProps) {
  const locations = useRead(lookupOf('shopify', 'locations'))
  return (
    <>
      {locations.isError && <Callout tone="warning">{locations.error.message}</Callout>}
      <Pick
        {...props}
        name="locationId"
        label="Location"
        options={locations.data?.map((l) => ({
          value: l.id,
          label: l.isActive ? l.name : `${l.name} (closed)`,
          disabled: !l.isActive,
        }))}
      />
    </>
  )
}
