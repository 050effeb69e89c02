import { setTimeout as pause } from 'node:timers/promises'
import type { BuiltId } from '#contract/channels/names.ts'
import type { CheckResult, CheckStep } from '#contract/integrations/checks.ts'
import type { HttpAnswer, HttpCall } from '#channels/call.ts'
import { compare, type Difference, fieldsOnlyThere } from '#channels/certify/compare.ts'
import { callName, type Exchange } from '#channels/certify/record.ts'
import { walk } from '#channels/certify/walk.ts'
import type { WalkOptions } from '#channels/certify/walking.ts'
import { redactText } from '#channels/kit/redact.ts'
import { simulatedAccount, simulatedWalk } from '#channels/testing/certify/simulated.ts'
import { descriptionOf, isDescribed, type Said } from '#channels/testing/published/published.ts'
import { openSandbox } from '#sandbox/testing/open.ts'

const MOST_MS = 600_000

/** An account that is to be certified, as Motto connected it. */
export type Account = Pick<WalkOptions, 'channel' | 'connected' | 'known'>

export interface CertifyOptions {
  id: BuiltId
  account: Account
  /** With a test product. */
  whole: boolean
  now: () => Date
  signal?: AbortSignal
  report: (result: CheckResult) => Promise<void>
}

/** What doesn't keep to the channel's published description. */
export interface Deviation {
  step: CheckStep
  call: string
  problem: string
}

export interface Certified {
  results: CheckResult[]
  exchanges: Exchange[]
  differences: Difference[]
  /** Fields of the seller's own listings and orders that the simulator's examples don't have. */
  notCompared: string[]
  /** Undefined: the description isn't on this machine. */
  deviations: Deviation[] | undefined
}

/** Walks through an account and through its simulator, and compares what both say. */
export async function certify(o: CertifyOptions): Promise<Certified> {
  const described = isDescribed(o.id) ? descriptionOf(o.id) : undefined
  const deviations: Deviation[] = []
  const { results, exchanges } = await walk({
    ...o.account,
    whole: o.whole,
    report: o.report,
    wait: (milliseconds) => pause(milliseconds),
    deadline: new Date(o.now().getTime() + MOST_MS),
    now: o.now,
    ...(o.signal && { signal: o.signal }),
    listen(call, answer, { step, path }) {
      const name = callName(call, path)
      for (const problem of described?.(saidIn(o.id, call, answer, path)) ?? [])
        deviations.push({ step, call: name, problem: redactText(problem) })
    },
  })
  const simulator = await walkSimulator(o.id, o.whole)
  return {
    results,
    exchanges,
    differences: compare(exchanges, simulator),
    notCompared: fieldsOnlyThere(exchanges, simulator),
    deviations: described && [
      ...new Map(deviations.map((deviation) => [JSON.stringify(deviation), deviation])).values(),
    ],
  }
}

/** The same walk on a fresh simulator. */
export async function walkSimulator(id: BuiltId, whole: boolean): Promise<Exchange[]> {
  const sandbox = await openSandbox()
  try {
    return (await simulatedWalk(await simulatedAccount(sandbox, id), { whole })).exchanges
  } finally {
    await sandbox.stop()
  }
}

function saidIn(channel: BuiltId, call: HttpCall, { status, body }: HttpAnswer, path: string): Said {
  const { method, headers = {}, json, form, multipart } = call
  const parts = Object.entries(multipart ?? {}).map(([name, part]) => [
    name,
    typeof part === 'string' ? part : part.name,
  ])
  return {
    channel,
    method,
    path,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    ...(json !== undefined && { json }),
    ...(form && { form }),
    ...(multipart && { parts: Object.fromEntries(parts) as Record<string, string> }),
    status,
    answer: body,
  }
}
