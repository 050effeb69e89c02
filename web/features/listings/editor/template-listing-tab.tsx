import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { listingChannels, saveListingTemplates } from '#contract/listings/listings.ts'
import { getTemplate } from '#contract/templates.ts'
import { toTemplateListing } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { AccountOf, AccountTabs, useAccount } from '#web/form/channels/account.tsx'
import { examplesOf } from '#web/form/mentions/mention.ts'
import { useOneAtATime } from '#web/form/one-at-a-time.ts'
import { useMay, Writable } from '#web/may.tsx'
import { SaveBar } from '#web/ui/dialogs/save-bar.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { channelAt, ChannelStrip } from '../channel-strip.tsx'
import { accountsIn, type Panel, panelAt, panelsOf } from '../listing-state.ts'
import { NotConfigured } from '../not-configured.tsx'
import { ChannelNotice } from '../notices.tsx'
import classes from '../panel.module.css'
import { ValuesButton } from '../values/map-value.tsx'
import { ValuesDialog } from '../values/values-on-demand.ts'
import { ChannelFields } from './channel-fields.tsx'
import { blankFields } from './chosen.ts'
import { resolvedForAny } from './resolved.ts'
import { SchemaTabs } from './schema-tabs.tsx'
import { firstSchema, replace, type Schema } from './schemas.ts'

/** How the products of a template list, channel by channel. */
export function TemplateListingTab({ templateId, channel: requested }: { templateId: number; channel?: string }) {
  const channel = channelAt(requested)
  const panels = useRead(listingChannels, { query: { templateId } })
  const { panel, account } = panelAt(channel && panels.data?.[channel], useSearch({ strict: false }).account)
  return (
    <>
      <ChannelStrip
        current={channel}
        linkOf={(id) => toTemplateListing(templateId, id)}
        stateOf={(id) => (panelsOf(panels.data?.[id]).some((candidate) => candidate.listingTemplate) ? 'live' : 'off')}
      />
      <div className={classes.panel}>
        {!channel ? (
          <NotConfigured />
        ) : panels.isError && !panels.data ? (
          <ErrorState title={`Error loading channel data: ${panels.error.message}`} retry={() => void panels.refetch()}>
            Your data is safe.
          </ErrorState>
        ) : !panels.data ? (
          <FormSkeleton fields={6} label="Loading the channel" />
        ) : (
          <AccountOf value={account}>
            <AccountTabs
              channel={channel}
              accounts={accountsIn(panels.data[channel])}
              current={account}
              linkOf={(id) => toTemplateListing(templateId, channel, { account: id })}
            />
            <ChannelNotice channel={channel} panel={panel} />
            {panel?.authenticated && <ValuesButton />}
            <ValuesDialog key={channel} templateId={templateId} channel={channel} />
            {panel?.authenticated && (
              <Editor key={`${channel} ${account}`} templateId={templateId} channel={channel} panel={panel} />
            )}
          </AccountOf>
        )}
      </div>
    </>
  )
}

/** `schemas.2.title` → the third schema's title. */
const errorsOf = (fields: Readonly<Record<string, string>>, place: number) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([path, sentence]) =>
      path.startsWith(`schemas.${place}.`) ? [[path.slice(`schemas.${place}.`.length), sentence]] : [],
    ),
  )

function Editor({ templateId, channel, panel }: { templateId: number; channel: ChannelId; panel: Panel }) {
  const template = useRead(getTemplate, { params: { id: templateId } })
  const integrationId = useAccount()
  const described = builtDescription(channel)?.fields
  const saved = panel.listingTemplate?.schemas ?? [firstSchema(blankFields(described ?? []))]
  const [draft, setSchemas] = useState<Schema[] | null>(null)
  // What the changes began with: what others save meanwhile is told, not written over.
  const [seen, setSeen] = useState<string | null>(null)
  const savedAt = panel.listingTemplate?.updatedAt ?? null
  const setDraft = (change: (before: readonly Schema[]) => Schema[]) => {
    if (draft === null) setSeen(savedAt)
    setSchemas((before) => change(before ?? saved))
  }
  const [chosen, setChosen] = useState('')
  const schemas = draft ?? saved
  const schema = schemas.find((s) => s.id === chosen) ?? schemas[0]
  const save = useWrite(saveListingTemplates, {
    onSuccess: () => toast.success('Template Saved.'),
  })
  if (!described) return <NotConfigured />
  if (!schema) return null
  const names = template.data?.attributes.map((a) => a.name) ?? []
  const once = useOneAtATime()
  const write = () =>
    once(async () => {
      const updatedAt = draft === null ? savedAt : seen
      const body = { listingTemplates: [{ templateId, channel, integrationId, schemas, updatedAt }] }
      // A refusal is told by the write itself.
      const done = await save.mutateAsync({ body }).catch(() => undefined)
      if (!done) return
      // What was typed meanwhile stays, on top of what is saved now.
      setSchemas((now) => (now === draft ? null : now))
      setSeen(done[0]?.updatedAt ?? null)
    })
  const dirty = draft !== null && JSON.stringify(draft) !== JSON.stringify(saved)
  return (
    <>
      {!panel.listingTemplate && !dirty && (
        <Unsaved channel={channel} saving={save.isPending} onSave={() => void write()} />
      )}
      <SchemaTabs
        schemas={schemas}
        current={schema.id}
        onSelect={setChosen}
        onChange={(next) => setDraft(() => next)}
        create={(id, name) => ({ ...blankFields(described), id, name, details: '' })}
      />
      <Writable needs="listings:write">
        <ChannelFields
          key={schema.id}
          channel={channel}
          scope="template"
          fields={schema}
          below={{}}
          onChange={(change) => setDraft((before) => replace(before, schema.id, change))}
          names={names}
          values={new Map()}
          resolved={resolvedForAny(names, { described, schema, account: panel.defaults })}
          examples={examplesOf(template.data?.attributes ?? [])}
          about={template.data?.name ?? ''}
          template={template.data}
          errors={errorsOf(save.error?.fields ?? {}, schemas.indexOf(schema))}
        />
      </Writable>
      <SaveBar
        dirty={dirty}
        summary={`Unsaved ${markNames[channel]} listing settings`}
        saving={save.isPending}
        onSave={() => void write()}
        onDiscard={() => setSchemas(null)}
      />
    </>
  )
}

/** What stands below is a good beginning, and nothing has to be typed to keep it. */
const Unsaved = ({ channel, saving, onSave }: { channel: ChannelId; saving: boolean; onSave: () => void }) => (
  <Callout
    tone="info"
    action={
      useMay('listings:write') && (
        <Button size="xs" loading={saving} onClick={onSave}>
          Save default settings
        </Button>
      )
    }
  >
    This listing template is not saved yet. Until you change something, products are listed on {markNames[channel]} with
    their own values.
  </Callout>
)
