import { Button, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { type getClient, updateClient } from '#contract/organizations/organizations.ts'
import { useWrite } from '#web/api.ts'
import { sessionChanged } from '#web/session.ts'
import { CountedAnew } from '#web/ui/layout/counted-anew.tsx'
import { useLeaveGuard } from '#web/ui/dialogs/leave-guard.ts'
import { once } from '#web/ui/format.ts'
import { SearchSelect } from '#web/ui/choices/search-select.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'

/** `EUR Euro` */
const currencies = once(() => {
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((value) => ({ value, label: `${value} ${names.of(value)}` }))
})

/** Of the whole world; that of this browser first. */
const timeZones = once(() => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
    value,
    label: value.replaceAll('_', ' '),
  }))
})

export function UpdateOrganization({ client }: { client: CallReply<typeof getClient> }) {
  const [form, setForm] = useState({
    displayName: client.displayName,
    description: client.description,
    requireTwoFactor: client.requireTwoFactor,
    currency: client.currency,
    timeZone: client.timeZone,
  })
  const dirty =
    form.displayName !== client.displayName ||
    form.description !== client.description ||
    form.requireTwoFactor !== client.requireTwoFactor ||
    form.currency !== client.currency ||
    form.timeZone !== client.timeZone
  const save = useWrite(updateClient, {
    onSuccess: () => {
      sessionChanged()
      toast.success('Organization updated.')
    },
  })
  useLeaveGuard(dirty, 'Your changes to the organization')
  const submit = () => save.mutate({ body: { clientId: client.id, ...form } })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextInput label="Name" value={client.name} readOnly description="Organization ID. Can’t be changed." />
      <TextInput
        label="Display name"
        required
        maxLength={80}
        value={form.displayName}
        error={save.error?.fields.displayName}
        onChange={(event) => setForm({ ...form, displayName: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        maxLength={2000}
        value={form.description}
        error={save.error?.fields.description}
        onChange={(event) => setForm({ ...form, description: event.currentTarget.value })}
      />
      <SearchSelect
        label="Currency"
        description="Currency of your prices and analytics. Changing it doesn’t convert prices. Channels and orders in other currencies need exchange rates. Recalculating can take a few minutes."
        options={currencies()}
        allowDeselect={false}
        value={form.currency}
        error={save.error?.fields.currency}
        onChange={(currency) => currency && setForm({ ...form, currency })}
      />
      <SearchSelect
        label="Time zone"
        description="Used for days in analytics and on the dashboard. Recalculating can take a few minutes."
        options={timeZones()}
        allowDeselect={false}
        value={form.timeZone}
        error={save.error?.fields.timeZone}
        onChange={(timeZone) => timeZone && setForm({ ...form, timeZone })}
      />
      <CountedAnew client={client} />
      <Switch
        label="Require two-factor authentication"
        description="Members must set it up before they can continue. Set it up for yourself first."
        checked={form.requireTwoFactor}
        onChange={(event) => setForm({ ...form, requireTwoFactor: event.currentTarget.checked })}
      />
      <div>
        <Button type="submit" disabled={!dirty || !form.displayName.trim()} loading={save.isPending}>
          Update
        </Button>
      </div>
    </form>
  )
}
