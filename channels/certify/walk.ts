import { type CheckResult, type CheckStep, readingSteps, wholeCheck } from '#contract/integrations/checks.ts'
import type { Http } from '../call.ts'
import { ChannelError } from '../channel.ts'
import type { Connection } from '../connection.ts'
import { sentValues } from './product.ts'
import { productWork } from './product-steps.ts'
import { readingWork } from './reading-steps.ts'
import { type Exchange, recording } from './record.ts'
import { failed, type Finding, skipped, type Walk, type Walked, type WalkOptions, type Work } from './walking.ts'

/** They run whatever failed before, as far as there is something to clean up. */
const cleanup: ReadonlySet<CheckStep> = new Set(['end', 'remove'])

const work: Record<CheckStep, Work> = { ...readingWork, ...productWork }

/** Checks a connection step by step, by the adapter that Motto always uses. It never throws for what the channel answers. */
export async function walk(options: WalkOptions): Promise<Walked> {
  const exchanges: Exchange[] = []
  const results: CheckResult[] = []
  const state: Walk = {
    ...options,
    step: 'account',
    cleaning: false,
    browsing: false,
    currency: '',
    clock: undefined,
    made: null,
    listing: undefined,
    ask: (task) => options.connected((c) => task({ ...c, http: recorded(c, state, exchanges) })),
  }
  const steps = options.whole ? wholeCheck : readingSteps
  for (const step of steps) {
    state.step = step
    state.cleaning = cleanup.has(step)
    await options.report({ step, state: 'running', detail: '' })
    const finding = await carriedOut(state, results)
    const result = { step, ...finding }
    results.push(result)
    await options.report(result)
  }
  return { results, exchanges }
}

/** Steps without which no other can tell anything. */
const needed: readonly CheckStep[] = ['account', 'create']

async function carriedOut(state: Walk, before: readonly CheckResult[]): Promise<Finding> {
  const missing = before.find(({ step, state: outcome }) => needed.includes(step) && outcome !== 'passed')
  if (missing && !state.cleaning && isBuiltOn(state.step, missing.step))
    return skipped('A step before it didn’t succeed.')
  const stopped = whyStopped(state)
  if (stopped) return skipped(stopped)
  try {
    return await work[state.step](state)
  } catch (error) {
    // Whatever an adapter makes of an answer that it doesn't know is a finding about that answer.
    if (!(error instanceof Error)) throw error
    const why = whyStopped(state)
    return why ? skipped(why) : failed(sentence(error))
  }
}

const isBuiltOn = (step: CheckStep, missing: CheckStep) =>
  missing === 'account' || ['read', 'change', 'price', 'sold_out'].includes(step)

const sentence = (error: Error): string =>
  error instanceof ChannelError
    ? [error.message, ...Object.values(error.fields).filter((text) => text !== error.message)].join(' ')
    : `Motto can’t use what the channel answered: ${error.message}`

/** Why nothing but cleaning up goes on. */
function whyStopped({ signal, deadline, now, cleaning }: Walk): string | undefined {
  if (cleaning) return undefined
  if (signal?.aborted) return 'The check was stopped.'
  return now() > deadline ? 'The check took longer than 10 minutes.' : undefined
}

function recorded(c: Connection, state: Walk, exchanges: Exchange[]): Http {
  const { listen } = state
  const send = recording(c.http, {
    origins: c.origins,
    shop: c.shop,
    sent: sentValues(state.currency),
    step: () => state.step,
    browsing: () => state.browsing,
    keep: (exchange) => void exchanges.push(exchange),
    ...(listen && { listen }),
  })
  return async (call) => {
    const why = whyStopped(state)
    if (why) throw new ChannelError('unavailable', why)
    const answer = await send(call)
    const theirs = Date.parse(answer.headers['date'] ?? '')
    if (!Number.isNaN(theirs)) state.clock = { theirs: new Date(theirs), ours: c.now() }
    return answer
  }
}
