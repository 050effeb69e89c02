import { channelOf } from '#channels/registry.ts'
import type { Ctx } from '../../context.ts'
import type { Bringing } from '#contract/adopting/adopting.ts'
import { AppError } from '../../errors.ts'
import { audit } from '../audit.ts'
import { toAppError, withConnection } from '../integrations/connections/connections.ts'
import { mustOwn } from '../integrations/service.ts'
import { read } from './service.ts'

/** @throws invalid_input where these are no numbers of the channel, or more than it takes at a time */
function mustBeNumbers({ number, wrong, most }: Bringing, numbers: readonly string[]): void {
  const pattern = new RegExp(`^(?:${number})$`)
  const fields: Record<string, string> = Object.fromEntries(
    numbers.flatMap((text, n) => (pattern.test(text) ? [] : [[`numbers.${n}`, wrong]])),
  )
  if (numbers.length > most) fields['numbers'] = `Enter up to ${most} item numbers at a time.`
  const [sentence] = Object.values(fields)
  if (sentence !== undefined) throw new AppError('invalid_input', sentence, { fields })
}

interface Brought {
  numbers: string[]
  refused: { number: string; reason: string }[]
}

/**
 * Makes listings that Motto cannot see yet, because they were made on the channel's own pages, known to it, as the seller agreed.
 * @throws not_found, invalid_input, integration_unauthenticated, unsupported, channel_unavailable
 */
export async function bringIn(ctx: Ctx, integrationId: number, input: readonly string[]): Promise<Brought> {
  const { channel, status } = await mustOwn(ctx, integrationId)
  if (status !== 'authenticated') throw new AppError('integration_unauthenticated')
  const { bringIn: work, name } = channelOf(channel)
  if (!work) throw new AppError('unsupported', `Motto already sees all your ${name} listings.`)
  mustBeNumbers(work.asks, input)
  const numbers = [...new Set(input)]
  const key = { organizationId: ctx.organizationId, integrationId }
  try {
    const outcomes = await withConnection(ctx.services, key, ({ connection }) => work.bring(connection, numbers))
    const refused = numbers.flatMap((number, i) => {
      const outcome = outcomes[i]
      return outcome && !outcome.ok ? [{ number, reason: outcome.error.message }] : []
    })
    return { numbers: numbers.filter((number) => !refused.some((refusal) => refusal.number === number)), refused }
  } catch (error) {
    throw toAppError(error)
  }
}

/** All is read anew, and with it what was brought in. */
export async function readBrought(ctx: Ctx, integrationId: number, { numbers, refused }: Brought) {
  if (numbers.length > 0) {
    await audit(ctx, { entity: 'integration', entityId: integrationId, action: 'brought in', new: { numbers } })
    await read(ctx, integrationId)
  }
  return { brought: numbers.length, refused }
}
