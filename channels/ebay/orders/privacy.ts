import { z } from 'zod'
import type { PrivacyCalls } from '../../privacy.ts'
import { challengeAnswer, readNotice } from '../notices.ts'

// @see https://developer.ebay.com/marketplace-account-deletion read 2026-11-22
const Person = z.object({ username: z.string().nullish(), userId: z.string().nullish() })

/** eBay tells every app of each person who closes their account. Its portal keeps an app's keys disabled until this answers. */
export const ebayPrivacy: PrivacyCalls = {
  refusal: 412,
  challenge: ({ query, ...own }) => challengeAnswer(query, own),
  async receive(call) {
    const notice = await readNotice(call)
    const person = notice?.topic === 'MARKETPLACE_ACCOUNT_DELETION' ? Person.safeParse(notice.data).data : undefined
    if (!person) return []
    return [{ kind: 'forget_person', accounts: [person.username, person.userId].flatMap((name) => name || []) }]
  },
}
