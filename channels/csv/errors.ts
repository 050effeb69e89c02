import { z } from 'zod'
import type { HttpAnswer } from '../call.ts'
import { ChannelError, type FailureKind } from '../channel.ts'
import { retryAfter } from '../kit/oauth.ts'

/** @see https://cloud.google.com/apis/design/errors read 2026-11-21 */
const Problem = z.looseObject({
  error: z
    .looseObject({
      message: z.string().default(''),
      status: z.string().optional(),
      errors: z.array(z.looseObject({ reason: z.string().optional() })).optional(),
    })
    .optional(),
})

/** The quotas begin anew each minute, and no header says when. */
const WAIT_SECONDS = 20

/** Drive tells its limit as if it were a permission. @see https://developers.google.com/workspace/drive/api/guides/handle-errors read 2026-11-24 */
const isLimit = /^(userR|r)ateLimitExceeded$/

const kindOf = (status: number): FailureKind => {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 409) return 'conflict'
  return status >= 500 || status < 400 ? 'unavailable' : 'invalid'
}

/** Names what Google answered. @param write the request may have changed something */
export function errorOfAnswer(answer: HttpAnswer, write: boolean): ChannelError {
  const { status } = answer
  const { error } = Problem.safeParse(answer.body).data ?? {}
  const code = error?.status
  const isTooMuch = status === 429 || (status === 403 && error?.errors?.some(({ reason = '' }) => isLimit.test(reason)))
  if (isTooMuch)
    return new ChannelError('rate_limited', 'Google is limiting requests.', {
      code,
      retryAfterSeconds: retryAfter(answer) ?? WAIT_SECONDS,
    })
  const kind = kindOf(status)
  return new ChannelError(kind, error?.message || `Google returned error ${status}.`, {
    code,
    maybeDone: kind === 'unavailable' && write,
  })
}

/** What is wrong with the spreadsheet itself, said at the listing's choice of it. */
export const atSheet = (sentence: string, code = ''): ChannelError =>
  new ChannelError('invalid', sentence, { ...(code && { code }), fields: { spreadsheets: sentence } })

export const GONE = 'SHEET_GONE'
/** Whether a spreadsheet or a sheet is not there any more. */
export const isSheetGone = (error: unknown): boolean => error instanceof ChannelError && error.code === GONE

/** The same refusal, told of a spreadsheet with its name and what to do. */
export function aboutSheet(error: unknown, { spreadsheet, sheet }: { spreadsheet: string; sheet: string }): unknown {
  if (!(error instanceof ChannelError)) return error
  if (error.kind === 'not_found')
    return atSheet(
      `Motto can’t open the spreadsheet “${spreadsheet}”. It was deleted or access was removed. Choose another one in the listing template.`,
      GONE,
    )
  if (/no grid with id/i.test(error.message))
    return atSheet(
      `The spreadsheet “${spreadsheet}” no longer has a sheet “${sheet}”. Restore it there, or choose another sheet in the listing template.`,
      GONE,
    )
  if (/exceeds grid limits/i.test(error.message))
    return atSheet(
      `The sheet “${sheet}” ends before its header row. Choose the header row under Integrations › Google Sheets.`,
    )
  if (error.kind === 'forbidden')
    return new ChannelError(
      'forbidden',
      `Motto can’t write to “${sheet}”: ${error.message} Remove the sheet’s protection, or re-authorize with all permissions.`,
      { ...(error.code && { code: error.code }) },
    )
  return error
}
