import { channelNames, type ChannelId } from '#contract/channels/ids.ts'
import type { HandlerReply } from '#contract/endpoint.ts'
import type { listRequirements } from '#contract/requirements/requirements.ts'
import { type ChangeKind, attributesFor, changeWords } from '#domain/requirements/changes.ts'
import { datedRules } from '#contract/channels/dated-rules.ts'
import { WARNED_DAYS, daysUntil } from '#domain/requirements/dated.ts'
import type { Ctx } from '../../context.ts'
import * as queries from './queries.ts'

type Requirement = HandlerReply<typeof listRequirements>[number]

/** What is required of listings, what applies first goes first. */
export async function list(ctx: Ctx, channel?: ChannelId): Promise<Requirement[]> {
  const now = ctx.services.clock.now()
  const rows = await queries.list(ctx, channel)
  return (
    rows
      .map((row) => shown(row, now))
      // One that applies and that all listings meet is no news.
      .filter(({ isFound, daysLeft, listings }) => isFound || daysLeft > 0 || listings > 0)
      .toSorted((a, b) => a.daysLeft - b.daysLeft || a.id - b.id)
  )
}

/** One that live listings do not meet, as another area's statement reads it: JSON has no dates. */
export interface Unmet
  extends Pick<queries.Row, 'id' | 'integrationId' | 'channel' | 'rule' | 'name' | 'label' | 'listings'> {
  since: string
}
/** Those that apply or soon will, what applies first goes first. */
export const urgent = (rows: readonly Unmet[], now: Date) =>
  rows
    .map(({ id, channel, integrationId, listings, since, ...row }) => {
      const { title, from } = wordsOf({ ...row, channel, since: new Date(since) })
      return { id, channel, integrationId, title, listings, daysLeft: daysUntil(from, now) }
    })
    .filter(({ daysLeft }) => daysLeft <= WARNED_DAYS)
    .toSorted((a, b) => a.daysLeft - b.daysLeft || a.id - b.id)

function shown({ rule, name, label, since, key: _key, ...row }: queries.Row, now: Date): Requirement {
  const words = wordsOf({ rule, name, label, since, channel: row.channel })
  return { ...row, ...words, daysLeft: daysUntil(words.from, now) }
}

function wordsOf({
  rule,
  name,
  label,
  since,
  channel,
}: Pick<queries.Row, 'rule' | 'name' | 'label' | 'since' | 'channel'>) {
  const dated = datedRules.find((known) => known.id === rule)
  const change = { kind: rule as ChangeKind, name }
  return dated
    ? {
        title: dated.title,
        text: dated.text,
        from: dated.from,
        isFound: false,
        source: { name: dated.source.name, url: dated.source.url },
        attributes: [...dated.attributes],
      }
    : {
        ...changeWords(channelNames[channel], change, label),
        from: since.toISOString().slice(0, 10),
        isFound: true,
        source: null,
        attributes: attributesFor(change),
      }
}
