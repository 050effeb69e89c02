import { type Channel, ChannelError } from '#channels/channel.ts'
import type { AccountFacts, OAuth2, PastedKey } from '#channels/connect.ts'
import type { Ask } from '#contract/integrations/integrations.ts'
import { AppError } from '../../../errors.ts'

type Asking = Pick<OAuth2 | PastedKey, 'asks' | 'normalise'>

/** What a seller is asked, in which way. The sandbox has a shop for who names none. */
export function waysToConnect({ connect: { oauth, key } }: Channel, sandbox: boolean) {
  const listed = (asks: readonly Ask[]) =>
    asks.map((ask) =>
      sandbox && ask.name === 'shop'
        ? { ...ask, optional: true, help: 'The sandbox takes one of its own when this is left blank.' }
        : ask,
    )
  return {
    consent: oauth ? { startsAt: oauth.startsAt, asks: listed(oauth.asks) } : null,
    key: key ? { asks: listed(key.asks) } : null,
  }
}

/** The answers as the channel writes them: its shop, and what else is known of the account. What is secret is not among them. @throws invalid_input */
export function heard(asking: Asking, answers: Record<string, string>): { shop: string; facts: AccountFacts } {
  const secret = new Set(asking.asks.filter(({ kind }) => kind === 'secret').map(({ name }) => name))
  const { shop = '', ...facts } = Object.fromEntries(
    Object.entries(answered(asking, answers)).filter(([name]) => !secret.has(name)),
  )
  return { shop, facts }
}

/** All answers, checked. @throws invalid_input at the questions that are not answered, or with what cannot be */
export function answered({ asks, normalise }: Asking, answers: Record<string, string>): Record<string, string> {
  const values = Object.fromEntries(asks.map(({ name }) => [name, answers[name]?.trim() ?? '']))
  const wrong = asks.flatMap(({ name, label, optional, options }) => {
    const answer = values[name]
    if (!answer) return optional ? [] : [[name, `Fill in "${label}".`]]
    return options && !options.some(({ value }) => value === answer) ? [[name, 'Choose one of these.']] : []
  })
  if (wrong.length > 0) throw refusal(wrong[0]?.[1], Object.fromEntries(wrong))
  if (!normalise) return values
  try {
    return { ...values, ...normalise(values) }
  } catch (error) {
    if (error instanceof ChannelError) throw refusal(error.message, error.fields)
    throw error
  }
}

const refusal = (sentence: string | undefined, fields: Record<string, string>) =>
  new AppError('invalid_input', sentence, { fields })
