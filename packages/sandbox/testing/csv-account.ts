import type { Json } from '../kit/json.ts'
import { randomBytes } from 'node:crypto'
import type { Simulator } from '../kit/simulator.ts'
import { requestOf, testContext } from './context.ts'
import { challengeOf } from '../kit/consent.ts'
import { makeCsv } from '../csv/simulator.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Json
}
const redirect = 'http://127.0.0.1:3000/oauth/csv'
export const app = { clientId: 'client-1', clientSecret: 'very-secret', redirectUri: redirect, redirectName: '' }
export const driveFile = 'https://www.googleapis.com/auth/drive.file'

export interface TestGoogle {
  simulator: Simulator
  /** Moves the clock. */
  pass(seconds: number): void
  send(method: string, path: string, json?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Presses a button of the consent page. @returns where the browser goes; null where it stays */
  consent(more?: Record<string, string>): Promise<URL | null>
  token(form: Record<string, string>): Promise<Answer>
  /** Connects; later calls use its token. @returns the answer with the tokens */
  connect(more?: Record<string, string>): Promise<Json>
  useToken(token: string): void
  /** Presses a button on a spreadsheet's page. */
  press(spreadsheetId: string, form: Record<string, string>): Promise<number>
}

export const verifier = randomBytes(32).toString('base64url')

/** A simulator in memory with a clock of its own. */
export function openTestGoogle(): TestGoogle {
  let bearer = ''
  const { context, pass } = testContext('csv', { app })
  const simulator = makeCsv(context)
  const raw = async (method: string, path: string, body: string, headers: Record<string, string>): Promise<Answer> => {
    const answer = await simulator.handle(requestOf(method, path, { body, headers }))
    return { status: answer.status, headers: answer.headers ?? {}, body: answer.body as Json }
  }
  const google: TestGoogle = {
    simulator,
    pass,
    useToken: (token) => void (bearer = token),
    send: (method, path, json, headers = {}) =>
      raw(method, path, json === undefined ? '' : JSON.stringify(json), {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...headers,
      }),
    async consent(more = {}) {
      const form = new URLSearchParams({
        client_id: app.clientId,
        redirect_uri: redirect,
        response_type: 'code',
        scope: `openid email ${driveFile}`,
        state: 'state-1',
        access_type: 'offline',
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
        answer: 'allow',
        email: 'ann@example.com',
        ...more,
      })
      const { headers } = await raw('POST', '/o/oauth2/v2/auth', String(form), {})
      return headers['location'] ? new URL(headers['location']) : null
    },
    token: (form) =>
      raw(
        'POST',
        '/token',
        String(
          new URLSearchParams({
            client_id: app.clientId,
            client_secret: app.clientSecret,
            redirect_uri: redirect,
            code_verifier: verifier,
            ...form,
          }),
        ),
        {},
      ),
    async connect(more) {
      const code = (await google.consent(more))?.searchParams.get('code') ?? ''
      const { body } = await google.token({ grant_type: 'authorization_code', code })
      bearer = String(body['access_token'])
      return body
    },
    press: async (id, form) =>
      (await raw('POST', `/spreadsheets/d/${id}/edit`, String(new URLSearchParams(form)), {})).status,
  }
  return google
}

/** A spreadsheet with one sheet, its header row and rows. @returns its id */
export async function makeSheet(google: TestGoogle, rows: (string | number)[][]): Promise<string> {
  const value = (cell: string | number) => (typeof cell === 'number' ? { numberValue: cell } : { stringValue: cell })
  const rowData = rows.map((row) => ({ values: row.map((cell) => ({ userEnteredValue: value(cell) })) }))
  const { body } = await google.send('POST', '/v4/spreadsheets', {
    properties: { title: 'Stock' },
    sheets: [
      {
        properties: {
          sheetId: 0,
          title: 'Products',
          gridProperties: { rowCount: 20, columnCount: 8, frozenRowCount: 1 },
        },
        data: [{ rowData }],
      },
    ],
  })
  return String(body['spreadsheetId'])
}
