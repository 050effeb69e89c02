import { useEffect, useState } from 'react'
import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { isBuilt } from '#contract/channels/names.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { answerOf, fieldsInRed } from '#domain/listings/standing.ts'
import { valuesForListing } from '#domain/listings/content/values.ts'
import { useRead } from '#web/api.ts'
import { useAccount } from '#web/form/channels/account.tsx'
import { RulesButton } from '#web/form/rules/rules-link.tsx'
import { useRules } from '#web/form/rules/use-rules.ts'
import { wholeAttribute } from '#web/form/products/whole.ts'
import { Writable } from '#web/may.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { SaveBar } from '#web/ui/dialogs/save-bar.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { ChannelFields } from '../editor/channel-fields.tsx'
import { resolvedFor } from '../editor/resolved.ts'
import type { Product } from '../product.ts'
import { ListingChoices } from './listing-choices.tsx'
import type { Panel } from '../listing-state.ts'
import classes from './publish.module.css'
import { NotConfigured } from '../not-configured.tsx'
import { PreflightCard } from './preflight-card.tsx'
import { ListingPreview } from './preview.tsx'
import { RuleLines } from './rule-lines.tsx'
import { Section } from '../editor/section.tsx'
import { useListingDraft } from '../editor/use-listing-draft.ts'
import { ValuesButton } from '../values/map-value.tsx'
import { ValuesDialog } from '../values/values-on-demand.ts'
import { Segments } from '#web/ui/choices/segments.tsx'
import { useSend } from './use-send.ts'
import { useValueMap } from './use-value-map.ts'
import { WhatHappened } from './what-happened.tsx'

/** A channel that takes longer than this to say what it takes keeps nobody from editing. */
const patienceMs = 2000

/** Whether something was waited for as long as `ms`; what comes earlier draws nothing anew. */
function useWaited(waits: boolean, ms: number): boolean {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setWaited(true), ms)
    return () => clearTimeout(timer)
  }, [waits, ms])
  return waited
}

interface Props {
  product: Product
  channel: ChannelId
  panel: Panel
  /** Told whether something is unsaved. */
  onDirty: (dirty: boolean) => void
}

/** One product on one connected channel. */
export function PublishPanel({ product, channel, panel, onDirty }: Props) {
  const draft = useListingDraft({ product, channel, panel })
  useEffect(() => {
    onDirty(draft.dirty)
    return () => onDirty(false)
  }, [draft.dirty, onDirty])
  const [view, setView] = useState('Edit')
  const { id, templateId, configuration } = product
  const { engine } = useRules({ id, templateId, follows: configuration.dynamicMappingEnabled ?? false })
  const listing = panel.listingProduct
  const mapValue = useValueMap(channel, {
    listingTemplateId: panel.listingTemplate?.id ?? null,
    listingId: listing?.id ?? null,
  })
  const send = useSend({ product, channel, listing, draft })
  const check = useRead(
    preflight,
    { query: { productId: product.id, channel, integrationId: useAccount() } },
    { enabled: listing !== null, keepPrevious: true },
  )
  // At its first look: what the check finds stands above the rest on a phone, and would push it down.
  const awaited = listing !== null && check.isPending
  const waited = useWaited(awaited, patienceMs)
  if (!isBuilt(channel)) return <NotConfigured />
  if (awaited && !waited) return <FormSkeleton fields={6} label="Checking the listing" />
  const resolved = resolvedFor(product, {
    described: builtDescription(channel)?.fields ?? [],
    schema: draft.schema,
    overrides: draft.overrides,
    account: panel.defaults,
    rules: engine?.rules,
    mapValue,
  })
  const result = listing?.result ?? null
  const checked = check.data ?? undefined
  const answer = answerOf(result, { check: checked, edited: draft.edited })
  const errors = Object.entries({ ...fieldsInRed(result, checked), ...draft.errors }).filter(
    ([field]) => !draft.isChanged(field),
  )
  return (
    <div className={classes.publish}>
      <div>
        <ValuesDialog templateId={product.templateId} product={product} channel={channel} />
        {draft.conflict && (
          <div className={classes.told}>
            <Callout tone="warning">{draft.conflict}</Callout>
          </div>
        )}
        <Section
          title="Listing"
          actions={
            <>
              <Segments aria-label="View of the listing" data={['Edit', 'Preview']} value={view} onChange={setView} />
              <RulesButton size="xs" />
              <ValuesButton />
            </>
          }
        >
          <Writable needs="listings:write">
            <ListingChoices channel={channel} panel={panel} draft={draft} />
          </Writable>
        </Section>
        <RuleLines product={product} check={checked} />
        {view === 'Preview' ? (
          <ListingPreview channel={channel} resolved={resolved} check={checked} />
        ) : (
          <Writable needs="listings:write" explains={false}>
            <ChannelFields
              channel={channel}
              scope="product"
              fields={draft.overrides}
              below={draft.schema ?? {}}
              onChange={draft.override}
              names={['SKU', 'Condition', ...product.attributes.map((a) => a.name)]}
              values={valuesForListing({
                ...product,
                condition: product.condition ?? '',
                attributes: product.attributes.map(wholeAttribute),
              })}
              resolved={resolved}
              place={{
                productId: product.id,
                templateId: product.templateId,
                channel,
                inTemplate: Boolean(draft.schema),
              }}
              about={product.title}
              errors={Object.fromEntries(errors)}
            />
          </Writable>
        )}
      </div>
      <aside className="stack" aria-label={`State on ${markNames[channel]}`}>
        <PreflightCard
          product={product}
          channel={channel}
          panel={panel}
          draft={draft}
          check={check}
          answer={answer}
          send={send}
        />
        {listing && <WhatHappened listing={listing} answer={answer} />}
      </aside>
      <SaveBar
        dirty={draft.dirty}
        summary={`Unsaved ${markNames[channel]} listing settings`}
        saving={draft.saving}
        onSave={() => void send.save().catch(() => undefined)}
        onDiscard={draft.discard}
      />
    </div>
  )
}
