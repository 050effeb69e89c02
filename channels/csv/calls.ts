import type { z } from 'zod'
import type { CsvSettings } from '#contract/channels/shapes/csv.ts'
import type { HttpAnswer } from '../call.ts'
import type { Connection } from '../connection.ts'
import { readAs } from '../kit/read.ts'
import { errorOfAnswer } from './errors.ts'
import { Spreadsheet } from './wire.ts'

export type CsvConnection = Connection<CsvSettings>
type Query = Record<string, string>

const address = (base: string | undefined, path: string, query: Query = {}) =>
  `${base}${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`
const bearer = (c: CsvConnection) => ({ authorization: `Bearer ${c.accessToken}` })

function succeeded(answer: HttpAnswer, write: boolean): HttpAnswer {
  if (answer.status < 200 || answer.status >= 300) throw errorOfAnswer(answer, write)
  return answer
}

/** A question to Google's other services. @throws ChannelError */
export async function getOther<S extends z.ZodType>(
  c: CsvConnection,
  shape: S,
  path: string,
  query?: Query,
): Promise<z.output<S>> {
  const answer = await c.http({ method: 'GET', url: address(c.origins.api, path, query), headers: bearer(c) })
  return readAs('Google', shape, succeeded(answer, false).body)
}

const pathOf = (id: string, rest: string) => `/v4/spreadsheets/${encodeURIComponent(id)}${rest}`

/** A spreadsheet, only what `fields` names. @throws ChannelError */
export async function getSpreadsheet(c: CsvConnection, id: string, fields: string) {
  const url = address(c.origins.sheets, pathOf(id, ''), { fields })
  const answer = await c.http({ method: 'GET', url, headers: bearer(c), lane: 'read' })
  return readAs('Google Sheets', Spreadsheet, succeeded(answer, false).body)
}

/** A question that is asked by POST. @throws ChannelError */
export async function read<S extends z.ZodType>(
  c: CsvConnection,
  shape: S,
  { id, rest, fields, json }: { id: string; rest: string; fields?: string; json: unknown },
): Promise<z.output<S>> {
  const url = address(c.origins.sheets, pathOf(id, rest), fields ? { fields } : {})
  const answer = await c.http({ method: 'POST', url, headers: bearer(c), json, lane: 'read', reads: true })
  return readAs('Google Sheets', shape, succeeded(answer, false).body)
}

/** A change; '' as the spreadsheet makes a new one. @throws ChannelError unless Google accepted it */
export async function write(
  c: CsvConnection,
  { id, rest, json }: { id: string; rest: string; json: unknown },
): Promise<HttpAnswer> {
  const path = id ? pathOf(id, rest) : '/v4/spreadsheets'
  const url = address(c.origins.sheets, path)
  return succeeded(await c.http({ method: 'POST', url, headers: bearer(c), json, lane: 'write' }), true)
}
