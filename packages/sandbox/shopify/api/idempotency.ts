import { createHash } from 'node:crypto'
import { problem, type UserProblem } from './problems.ts'
import type { Env } from '../state.ts'

interface Attempt<A> {
  id: string
  shop: string
  mutation: string
  parameters: string
  failed: boolean
  answer: A
}

/**
 * Runs a mutation once per key: the same key and parameters give the first answer again.
 * @param fail the mutation's answer for a user error of the idempotency itself
 */
export function once<A extends { userErrors: UserProblem[] }>(
  env: Env,
  key: string,
  mutation: string,
  args: unknown,
  run: () => A,
  fail: (userError: UserProblem) => A,
): A {
  const id = `${env.shop} ${key}`
  const parameters = createHash('sha256')
    .update(`${mutation} ${JSON.stringify(args)}`)
    .digest('hex')
  const before = env.context.store.get<Attempt<A>>('idempotency', id)
  if (before) {
    if (before.parameters !== parameters) {
      return fail(
        problem(
          null,
          'The same idempotency key cannot be used with different operation parameters.',
          'IDEMPOTENCY_KEY_PARAMETER_MISMATCH',
        ),
      )
    }
    if (before.failed) {
      return fail(
        problem(
          null,
          'A previous request with this idempotency key failed. Retry with a new idempotency key.',
          'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED',
        ),
      )
    }
    return before.answer
  }
  const answer = run()
  const attempt: Attempt<A> = { id, shop: env.shop, mutation, parameters, failed: answer.userErrors.length > 0, answer }
  env.context.store.put('idempotency', id, attempt)
  return answer
}
