import { z } from 'zod'
import { ChannelId } from '../channels/ids.ts'
import { endpoint } from '../endpoint.ts'
import { FigureFilter } from './figures.ts'

/** How listings stand on a channel: what the lists of listings with these statuses hold. One that is listed may be refused a change. */
export const ListingDay = z.object({
  day: z.string(),
  channel: ChannelId,
  listed: z.number().int(),
  refused: z.number().int(),
  ended: z.number().int(),
})
export const listingHealth = endpoint({
  method: 'GET',
  path: '/analytics/listingHealth',
  summary: 'Count live, rejected and ended listings by day and channel',
  needs: 'organization:read',
  /** Products do not narrow it: what was counted on a day does not know them. */
  query: FigureFilter,
  reply: z.object({
    startDate: z.string(),
    endDate: z.string(),
    today: z.string(),
    /** Oldest first. Days on which nothing was counted are left out. */
    rows: z.array(ListingDay),
  }),
})
