import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import type { Provider } from '../../../sign-on/providers.ts'
import { AppError } from '../../../errors.ts'
import { OutgoingError } from '../../../http/outgoing/outgoing.ts'
import type { Log } from '../../../log.ts'

export const refuse = (sentence: string, cause?: unknown) => new AppError('sign_on_refused', sentence, { cause })

const CLOCK = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'
/** What stands for a provider that answers, but not as a provider does. */
const unreadable = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_TIMEOUT',
])

/** What went wrong at a provider, for the person who wants in. What is secret or personal in it is kept out of the log. */
export function failureOf(error: unknown, { id, label }: Provider, log: Pick<Log, 'warn'>): AppError {
  const reason = reasonOf(error)
  log.warn({ provider: id, reason }, 'a login with an identity provider failed')
  if (error instanceof AuthorizationResponseError)
    return error.error === 'access_denied'
      ? refuse(`${label} didn’t let you in, or you canceled. Try again, or log in with your password.`)
      : refuse(`${label} answered with the error “${reason}”. Try again, or ask the person who runs Motto.`)
  if (error instanceof ResponseBodyError)
    return error.error === 'invalid_grant'
      ? refuse('This login took too long or was used already. Try again.')
      : refuse(`${label} doesn’t accept Motto’s settings (“${reason}”). Ask the person who runs Motto.`)
  if (isDown(error))
    return new AppError(
      'provider_down',
      `${label} can’t be reached right now. Try again, or log in with your password.`,
    )
  if (reason === CLOCK)
    return refuse(
      `The clocks of ${label} and Motto differ, so the login looks expired. Ask the person who runs Motto to check the time.`,
    )
  return refuse(
    `Motto couldn’t verify the answer of ${label}, so nobody was logged in. Try again, or ask the person who runs Motto.`,
  )
}

const isDown = (error: unknown): boolean =>
  error instanceof OutgoingError ||
  (error instanceof ClientError && (error.cause instanceof OutgoingError || unreadable.has(error.code ?? '')))

/** A code, as the library or the provider names it: nothing else of an error is fit for a log. */
function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return error.error.replaceAll(/[^\w.-]/g, '').slice(0, 60)
  if (error instanceof ClientError && error.cause instanceof OutgoingError) return error.cause.message
  if (error instanceof OutgoingError) return error.message
  return String((error as { code?: unknown }).code ?? (error as Error).name)
}
