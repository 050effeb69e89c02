import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ChannelId } from '#contract/channels/ids.ts'
import { type Answer, verdictOf } from '#domain/listings/standing.ts'
import type { ApiError } from '#web/call.ts'
import { useMay } from '#web/may.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { plural } from '#web/ui/format.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Bar } from '#web/ui/layout/skeleton.tsx'
import { panelAlert } from '#web/ui/dialogs/toast.tsx'
import { ToneList } from '#web/ui/tables/tone-list.tsx'
import type { ListingDraft } from '../editor/use-listing-draft.ts'
import { useUnlist } from '../list/listing-actions.tsx'
import type { Listing, Panel } from '../listing-state.ts'
import type { Product } from '../product.ts'
import { StandsThere, isThere } from './already-there.tsx'
import type { Check } from './check.ts'
import { Findings } from './findings.tsx'
import { LastAnswer } from './last-answer.tsx'
import type { Send } from './use-send.ts'

interface Props {
  product: Product
  channel: ChannelId
  panel: Panel
  draft: ListingDraft
  check: UseQueryResult<Check | null, ApiError>
  answer: Answer
  send: Send
}

/** What the channel refused, what our checks find, each with the way to its field, and the button that lists. */
export function PreflightCard({ product, channel, panel, draft, check, answer, send }: Props) {
  const listing = panel.listingProduct
  const mayList = useMay('listings:write')
  const result = check.data ?? undefined
  const place = {
    productId: product.id,
    templateId: product.templateId,
    channel,
    inTemplate: Boolean(draft.schema),
  }
  return (
    <Card
      title="Preflight"
      padded={false}
      actions={
        <span className="small subtle">
          {draft.dirty ? 'last saved version' : check.isFetching ? 'checking' : listing ? 'checked just now' : ''}
        </span>
      }
      footer={
        mayList && (
          <SendFoot channel={channel} listing={listing} draft={draft} check={result} answer={answer} send={send} />
        )
      }
    >
      <ToneList>
        {panel.there && panel.integrationId !== null && !(listing && (isThere(listing) || listing.pending)) && (
          <StandsThere
            channel={channel}
            productId={product.id}
            url={panel.there.url}
            which={{ productId: product.id, integrationId: panel.integrationId }}
          />
        )}
        {listing && <LastAnswer listing={listing} answer={answer} place={place} />}
        {listing ? <CheckState check={check} /> : <Unchecked mayList={mayList} />}
        <Findings check={result} place={place} />
        {result?.costs.map((cost) => (
          <CostLine key={cost.why} cost={cost} name={markNames[channel]} />
        ))}
        {result && <Passed check={result} answer={answer} channel={channel} />}
      </ToneList>
    </Card>
  )
}

const Unchecked = ({ mayList }: { mayList: boolean }) => (
  <li>
    <Icon name="help" />
    <span className="grow">
      <b>Not checked yet</b>
      <small>
        {mayList
          ? 'Choose your settings above, then list. Everything is checked first.'
          : 'We’ll check it before publishing.'}
      </small>
    </span>
  </li>
)

function CheckState({ check }: { check: Props['check'] }) {
  if (check.isPending)
    return (
      <li style={{ minHeight: 130 }}>
        <Bar width="80%" />
      </li>
    )
  if (!check.isError) return null
  return (
    <li>
      <Callout
        tone="danger"
        action={
          <Button size="xs" variant="default" onClick={() => void check.refetch()}>
            Try again
          </Button>
        }
      >
        {check.error.message}
      </Callout>
    </li>
  )
}

/** What listing costs on the channel, said before it is done. */
const CostLine = ({ cost: { amount, currency, why }, name }: { cost: Check['costs'][number]; name: string }) => (
  <li>
    <Icon name="help" />
    <span className="grow">
      <b>
        {name} takes {amount} {currency}
      </b>
      <small>{why}</small>
    </span>
  </li>
)

function Passed({ check, answer, channel }: { check: Check; answer: Answer; channel: ChannelId }) {
  const verdict = verdictOf(check, answer, markNames[channel])
  if (!verdict) return null
  return (
    <li data-tone={verdict.tone}>
      <Icon name={verdict.tone === 'success' ? 'check-circle' : 'help'} />
      <span className="grow">
        <b>{verdict.title}</b>
        <small>{verdict.sentence}</small>
      </span>
    </li>
  )
}

interface FootProps {
  channel: ChannelId
  listing: Listing | null
  draft: ListingDraft
  check: Check | undefined
  answer: Answer
  send: Send
}

function SendFoot({ channel, listing, draft, check, answer, send }: FootProps) {
  const toFix = check && Object.keys(check.errors).length
  const isLive = Boolean(listing?.externalId)
  const unsaved = draft.dirty || !listing
  const left = unsaved ? 'Saves, checks and lists.' : footWords({ toFix, isLive, answer, channel: markNames[channel] })
  return (
    <>
      <span className="small subtle grow">{draft.missing || left}</span>
      {listing && isLive && <UnlistButton listing={listing} />}
      <Button
        loading={send.busy}
        disabled={Boolean(draft.missing) || (!draft.dirty && Boolean(toFix))}
        onClick={() => void send.send().catch(() => undefined)}
      >
        {isLive ? `Update on ${markNames[channel]}` : `List on ${markNames[channel]}`}
      </Button>
    </>
  )
}

/** What stands beside the button. @param toFix undefined where nobody knows yet */
function footWords({
  toFix,
  isLive,
  answer,
  channel,
}: {
  toFix: number | undefined
  isLive: boolean
  answer: Answer
  channel: string
}): string {
  if (toFix) return `Fix ${plural(toFix, 'problem')} to ${isLive ? 'update' : 'publish'}`
  if (answer === 'there') return `Is this the same item as on ${channel}? Link it or change the SKU`
  if (answer === 'refused') return `${channel} rejected this version`
  if (toFix === undefined) return 'We’ll check it before publishing.'
  return isLive ? 'Ready to send' : 'Ready to go live'
}

function UnlistButton({ listing }: { listing: Listing }) {
  const { ask, busy } = useUnlist(listing, ({ message }) => panelAlert.error(message))
  return (
    <Button variant="subtle" loading={busy} onClick={() => void ask()}>
      Unlist
    </Button>
  )
}
