import { z } from 'zod'
import { ChannelId } from '../channels/ids.ts'
import { endpoint } from '../endpoint.ts'
import { Id, Time } from '../shapes.ts'

/** Templates that are named with a requirement. */
export const TEMPLATES_SHOWN = 5

/** What a channel requires of listings, or will: a rule with a date, or a change that was found in what the channel says of a category. */
export const Requirement = z.object({
  id: Id,
  integrationId: Id,
  channel: ChannelId,
  /** What its channel calls the account. */
  account: z.string(),
  title: z.string(),
  /** What is required, and of which listings. */
  text: z.string(),
  /** The day from which it applies, as 2027-02-01: announced by the channel, or the day on which the change was found. */
  from: z.string(),
  /** Days until then; 0 or less once it applies. */
  daysLeft: z.number().int(),
  /** Whether Motto found it in the channel’s data. */
  isFound: z.boolean(),
  source: z.object({ name: z.string(), url: z.string() }).nullable(),
  /** Live listings that do not meet it. */
  listings: z.number().int(),
  /** When they were last counted; null: not yet. */
  countedAt: Time.nullable(),
  /** Their templates, those with most listings first. */
  templates: z.array(z.object({ templateId: Id, name: z.string(), listings: z.number().int() })),
  /** Attributes whose values meet it: a template’s default or a bulk edit sets them. */
  attributes: z.array(z.string()),
})
export type Requirement = z.output<typeof Requirement>

export const listRequirements = endpoint({
  method: 'GET',
  path: '/requirements',
  summary: 'List what channels require of listings, by date, with the listings affected',
  needs: 'organization:read',
  query: z.object({ channel: ChannelId.optional() }),
  reply: z.array(Requirement),
})
