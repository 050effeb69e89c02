import { ChannelError, isOfAccount, type Outcome } from '../channel.ts'

/**
 * Does `work` for every item, `concurrency` at a time, and answers per item in order. After a refusal that concerns the
 * whole account no further item is begun; those get the same error.
 * @throws ChannelError when nothing was done for any item and the account or the channel is the reason
 */
export async function each<I, T>(
  items: I[],
  concurrency: number,
  work: (item: I) => Promise<Outcome<T>>,
): Promise<Outcome<T>[]> {
  const outcomes: Outcome<T>[] = []
  let stopped: ChannelError | undefined
  let next = 0
  const lane = async () => {
    for (let i = next++; i < items.length; i = next++) {
      const outcome: Outcome<T> = stopped ? { ok: false, error: stopped } : await attempt(() => work(items[i] as I))
      if (!outcome.ok && isOfAccount(outcome.error)) stopped = outcome.error
      outcomes[i] = outcome
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, lane))
  return throwIfWhole(outcomes)
}

/** A batch that met nothing but one account-wide refusal is that refusal, unless something was made before it: that must not be forgotten. */
export function throwIfWhole<T>(outcomes: Outcome<T>[]): Outcome<T>[] {
  const [first] = outcomes
  if (
    first &&
    !first.ok &&
    isOfAccount(first.error) &&
    outcomes.every((o) => !o.ok && !o.made && o.error.kind === first.error.kind)
  )
    throw first.error
  return outcomes
}

/** @throws whatever is not a ChannelError: that is our mistake, not the channel's answer */
async function attempt<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ChannelError) return { ok: false, error }
    throw error
  }
}

export const ok = <T>(value: T, warnings?: string[]): Outcome<T> =>
  warnings?.length ? { ok: true, value, warnings } : { ok: true, value }
export const done: Outcome = { ok: true, value: undefined }
export const refused = (error: ChannelError): { ok: false; error: ChannelError } => ({ ok: false, error })

export const chunks = <T>(list: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))

/**
 * Does a batch in several calls, one after the other, and notes what each answered for its rows. A call that failed as a whole is that failure for
 * each of its rows. @param outcomes of the whole batch, which rows name by `index`: what is not among the rows stands there already
 * @throws ChannelError when nothing was done and the account or the channel is the reason
 */
export async function inCalls<R extends { index: number }, T>(
  outcomes: Outcome<T>[],
  calls: R[][],
  work: (rows: R[]) => Promise<Outcome<T>[]>,
): Promise<Outcome<T>[]> {
  const answers = await each(calls, 1, async (rows) => ok(await work(rows)))
  calls.forEach((rows, n) => {
    const answer = answers[n]
    rows.forEach(({ index }, i) => {
      const outcome = answer?.ok ? answer.value[i] : answer
      if (outcome) outcomes[index] = outcome
    })
  })
  return throwIfWhole(outcomes)
}
