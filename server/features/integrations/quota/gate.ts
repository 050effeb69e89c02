import type { HttpAnswer, HttpCall, Quota } from '#channels/call.ts'
import { type Channel, ChannelError } from '#channels/channel.ts'
import type { Gate } from '#channels/kit/http.ts'
import { retryAfter } from '#channels/kit/oauth.ts'
import type { Pacing } from '#channels/kit/pace.ts'
import { flowOf, inWindows } from '#channels/kit/quota.ts'
import type { Services } from '../../../context.ts'
import type { IntegrationKey } from '../connections/integration-key.ts'
import { giveBack, lease, type Refused, tell } from './leases.ts'
import type { Purpose } from './purpose.ts'
import { Purse } from './purse.ts'
import { Seats, seatHolder } from './seats.ts'

/** A channel that refuses without saying for how long is asked again after this: one call is the price. */
const UNTOLD_SECONDS = { flow: 5, window: 900 }
/** A wait as long as this is about the long quota, not the short one. */
const LONG_WAIT_SECONDS = 300

/** Lets one account's calls through as its channel's quotas allow: those of the account, and those that all accounts of the app share. */
export function makeGate(services: Services, channel: Channel, key: IntegrationKey, pacing: Pacing = {}): Gate {
  const db = services.database.system
  const holder = seatHolder(services)
  const quotas = channel.limits.quotas.map((quota) => {
    const purpose: Purpose = { channel: channel.id, ...key, quota }
    const purseOf = (hurries: boolean) =>
      new Purse({
        lease: (o) => lease(db, purpose, { ...o, hurries }),
        tooLong: (refused) => usedUp(channel, purpose, refused),
        ...pacing,
      })
    return {
      purpose,
      purse: purseOf(false),
      // Nobody who hurries waits for those who may not take what is kept.
      hurried: quota.reserve ? purseOf(true) : undefined,
      seats: quota.atOnce
        ? new Seats(
            db,
            {
              channel: channel.id,
              accountId: quota.per === 'app' ? 0 : key.integrationId,
              lane: quota.lane ?? '',
              seats: quota.atOnce,
            },
            { holder, random: services.clock.random },
          )
        : undefined,
    }
  })
  type Counted = (typeof quotas)[number]

  /** Seats are taken in one order everywhere, so that two calls cannot wait for each other. */
  const seated = ([first, ...rest]: Counted[], work: () => Promise<HttpAnswer>): Promise<HttpAnswer> =>
    first ? (first.seats ? first.seats.run(() => seated(rest, work)) : seated(rest, work)) : work()

  return (call, send) => {
    const counting = quotas.filter(({ purpose }) => counts(purpose.quota, call))
    return seated(counting, async () => {
      // Those of a day last: they are not given back when the others make the call wait too long.
      for (const { purpose, purse, hurried } of [...counting].sort(shortest))
        await ((call.hurries && hurried) || purse).take(costOf(purpose.quota, call))
      const answer = await send()
      if (answer.status === 429) await refused(services, counting, answer)
      else await settle(services, counting, call, answer)
      await rest(services, counting, call, answer)
      return answer
    })
  }
}

const shortest = (a: { purpose: Purpose }, b: { purpose: Purpose }) => a.purpose.quota.seconds - b.purpose.quota.seconds
const counts = ({ lane }: Quota, call: HttpCall) => lane === undefined || lane === call.lane
const costOf = (quota: Quota, { cost = 1 }: HttpCall) =>
  inWindows(quota) ? Math.max(1, Math.ceil(cost)) : Math.min(cost, flowOf(quota).capacity)

/** A difference below this is not worth a statement. */
const LEAST_SETTLED = 1

/** Many a call costs less than it might have: the channel gives the rest back, so others may go. One of unknown cost may have cost more. */
async function settle(
  services: Services,
  counting: { purpose: Purpose }[],
  call: HttpCall,
  answer: HttpAnswer,
): Promise<void> {
  const cost = call.costTold?.(answer)
  if (cost === undefined) return
  for (const { purpose } of counting) {
    const back = costOf(purpose.quota, call) - cost
    if (inWindows(purpose.quota) || Math.abs(back) < LEAST_SETTLED) continue
    // The call is done: what became of it counts more than a quota that is counted too low for a while.
    await giveBack(services.database.system, purpose, back).catch((error: unknown) =>
      services.log.warn({ error, channel: purpose.channel }, 'could not count what a call really cost'),
    )
  }
}

/** Others use up what an account may ask, too: where nothing is left of it, nobody asks before it begins anew. */
async function rest(
  services: Services,
  counting: { purpose: Purpose; purse: Purse; hurried?: Purse | undefined }[],
  call: HttpCall,
  answer: HttpAnswer,
): Promise<void> {
  const left = call.left?.(answer)
  const own = counting.find(({ purpose: { quota } }) => quota.per === 'account' && quota.lane === undefined)
  if (!left || left.calls > 0 || !own || answer.status === 429) return
  empty(own)
  await tell(services.database.system, own.purpose, { blockedSeconds: left.resetSeconds })
}

/** A channel that refuses is right, whatever we counted: nobody asks again before its time. */
async function refused(
  services: Services,
  counting: { purpose: Purpose; purse: Purse; hurried?: Purse | undefined }[],
  answer: HttpAnswer,
): Promise<void> {
  const wait = retryAfter(answer)
  const byLength = [...counting].sort(shortest)
  const blocked = wait !== undefined && wait < LONG_WAIT_SECONDS ? byLength[0] : byLength.at(-1)
  if (!blocked) return
  const { purpose } = blocked
  const isWindow = inWindows(purpose.quota)
  const seconds = wait ?? (isWindow ? UNTOLD_SECONDS.window : UNTOLD_SECONDS.flow)
  empty(blocked)
  await tell(services.database.system, purpose, {
    blockedSeconds: seconds,
    ...(isWindow && !purpose.quota.rolling && wait !== undefined && wait >= LONG_WAIT_SECONDS
      ? { windowLeft: wait }
      : {}),
  })
}

function empty({ purse, hurried }: { purse: Purse; hurried?: Purse | undefined }): void {
  purse.empty()
  hurried?.empty()
}

const sentences: Record<Refused['why'], (name: string, isApp: boolean) => string> = {
  flow: (name) => `${name} is limiting requests right now.`,
  blocked: (name) => `${name} is limiting requests.`,
  spent: (name, isApp) => `${name}’s daily API limit for this ${isApp ? 'installation' : 'account'} is used up.`,
  reserved: (name) => `${name}’s remaining daily API calls are reserved for orders and sold-out items.`,
  share: (name) =>
    `This account has used up its share of ${name}’s daily API limit. The rest is reserved for other accounts.`,
}
/** A channel that makes us wait long for the calls of a day says that they are used up, whatever we counted. */
const reasonOf = (quota: Quota, { why, waitSeconds }: Refused) =>
  why === 'blocked' && inWindows(quota) && waitSeconds >= LONG_WAIT_SECONDS ? 'spent' : why

const usedUp = (channel: Channel, { quota }: Purpose, refused: Refused) =>
  // Others go on where it is a lane's, or what is kept is left, so the connection as a whole is not held up.
  new ChannelError(
    quota.lane || refused.why === 'reserved' ? 'quota' : 'rate_limited',
    sentences[reasonOf(quota, refused)](channel.name, quota.per === 'app'),
    {
      scope: refused.why === 'share' ? 'account' : quota.per,
      retryAfterSeconds: Math.max(1, Math.ceil(refused.waitSeconds)),
    },
  )
