import { ApiError } from './api-error.ts'
import { newId } from '../new-id.ts'

/*
 * Writes whose outcome is unknown: no answer came, or the server says that it does not know. Each is sent again with its key, so that it is saved
 * once, and the shell says so meanwhile (`shell/unsettled-note.tsx`).
 */

/** Pauses before it is sent again, in milliseconds. */
export const pausesMs = [500, 1_000, 2_000, 4_000, 8_000] as const
const UNKNOWN = 'We don’t know whether this was saved. Try again: nothing will be saved twice.'
/** Answers of the server after which the same request may be sent again. */
const codes = new Set<unknown>(['outcome_unknown', 'unavailable', 'request_running'])
/** Answers of whoever stands between the browser and the server. */
const statuses = new Set([0, 502, 503, 504])
/** Keys of writes that stayed unsettled, by their content: sent again by hand, they are the same request. */
const keys = new Map<string, string>()
const MOST_KEYS = 50

/** A write in doubt is being checked; one of them turned out to be saved. */
type News = 'checking' | 'saved'
let checking = 0
const listeners = new Set<(news: News) => void>()
const tell = (news: News) => {
  for (const listener of listeners) listener(news)
}
export const countChecking = (): number => checking
/** @returns how to stop listening */
export function onUnsettled(listener: (news: News) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const isUnsettled = (error: unknown): error is ApiError =>
  error instanceof ApiError && (codes.has(error.code) || (error.code === undefined && statuses.has(error.status)))

/** Whether it may have been saved. The server without its database says that this try saved nothing; an earlier one may have. */
const isInDoubt = (error: ApiError): boolean => error.code !== 'unavailable'

/** Sends a write until its outcome is known, at most for some seconds. @param content what it says, in a form that can be compared */
export async function settled<T>(content: string, send: (key: string) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const key = keys.get(content) ?? newId()
  keys.delete(content)
  let tries = 0
  let inDoubt = false
  const end = (news?: News) => {
    if (tries === 0) return
    checking -= 1
    tell(news ?? 'checking')
  }
  for (;;) {
    try {
      const reply = await send(key)
      end('saved')
      return reply
    } catch (error) {
      const pauseMs = pausesMs[tries]
      inDoubt ||= isUnsettled(error) && isInDoubt(error)
      if (!isUnsettled(error) || !navigator.onLine || pauseMs === undefined || signal?.aborted) {
        end()
        throw isUnsettled(error) ? remembered(content, key, error, tries > 0 && inDoubt) : error
      }
      tries += 1
      if (tries === 1) checking += 1
      tell('checking')
      await new Promise<void>((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** @param isUnknown no try of several was answered in a way that says whether it was saved */
function remembered(content: string, key: string, error: ApiError, isUnknown: boolean): ApiError {
  keys.set(content, key)
  const [oldest] = keys.keys()
  if (keys.size > MOST_KEYS && oldest !== undefined) keys.delete(oldest)
  return isUnknown ? new ApiError(error.status, UNKNOWN, 'outcome_unknown') : error
}
