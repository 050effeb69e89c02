import type { Operation } from './document.ts'

export const languages = [
  { value: 'curl', label: 'curl' },
  { value: 'cli', label: 'Command line' },
  { value: 'client', label: 'JavaScript' },
] as const
export type Language = (typeof languages)[number]['value']

/** A text as one word of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

interface Input {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}
/** What the example of an operation sends. */
function inputOf({ parameters, body }: Operation): Input {
  const examples = (where: string) =>
    parameters.filter((parameter) => parameter.in === where && parameter.example !== undefined && parameter.required)
  const record = (where: string) => Object.fromEntries(examples(where).map(({ name, example }) => [name, example]))
  return {
    ...(examples('path').length > 0 && { params: record('path') }),
    ...(examples('query').length > 0 && { query: record('query') }),
    ...(body && body.example !== undefined && body.example !== null && { body: body.example }),
  }
}

function curlOf(operation: Operation): string {
  const { params = {}, query = {}, body } = inputOf(operation)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  const address = `"$MOTTO_URL/api/v2${path}${search.length > 0 ? `?${search.join('&')}` : ''}"`
  const key = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  return [
    `curl -s${operation.method === 'GET' ? '' : ` -X ${operation.method}`} ${address}`,
    '-H "Authorization: Bearer $MOTTO_TOKEN"',
    ...(key ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(operation.takesFile ? ["-F 'file=@stock.csv'"] : []),
    ...(body !== undefined && !operation.takesFile
      ? ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]
      : []),
    ...(operation.files.length > 0 ? ['-o answer.csv'] : []),
  ].join(' \\\n  ')
}

function cliOf(operation: Operation): string {
  const input = inputOf(operation)
  return `motto call ${operation.id}${Object.keys(input).length > 0 ? ` ${quoted(JSON.stringify(input))}` : ''}${operation.files.length > 0 ? ' > answer.csv' : ''}`
}

function clientOf(operation: Operation): string {
  const input = inputOf(operation)
  const words = Object.keys(input).length > 0 ? JSON.stringify(input, null, 2).replaceAll(/"(\w+)":/g, '$1:') : ''
  return `import { createClient } from '@motto/client'

const { MOTTO_URL: url, MOTTO_TOKEN: token } = process.env
const motto = createClient({ url, token })
const reply = await motto.${operation.id}(${words})`
}

/** How an operation is called in a language. Null where it cannot be: no token is let in, or the command line sends no files. */
export function exampleIn(language: Language, operation: Operation): string | null {
  if (operation.scopes === null && !operation.isPublic) return null
  if (language === 'curl') return curlOf(operation)
  // Both know what a token may call.
  if (operation.scopes === null || operation.takesFile) return null
  return language === 'cli' ? cliOf(operation) : clientOf(operation)
}
