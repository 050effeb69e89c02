import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { withoutParts } from './merge.ts'
import { isOfType, mostElements, rulesInText, strangeCurrencies } from './rules.ts'

/** Holds requests and answers against a channel's published OpenAPI description. Each sentence names one deviation. */
export interface ApiChecker {
  describes(method: string, path: string): boolean
  /** @param path with or without the API's base path; a query is checked for missing and unknown names */
  /** @param type of the body; of a form, its names with texts or lists of them */
  checkRequest(method: string, path: string, body?: unknown, type?: string): string[]
  checkResponse(method: string, path: string, status: number, body?: unknown): string[]
}

type Json = Record<string, unknown>
interface Operation {
  name: string
  at: string
  object: Json
}

/** Where the published document says something that the API itself never does. */
const slips: Record<string, [pointer: string, schema: Json][]> = {
  // "type: string", but the text beside it and every answer show names with lists of values.
  'Inventory API': ['Product', 'InventoryItemGroup'].map((name) => [
    `/components/schemas/${name}/properties/aspects`,
    { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  ]),
}

/** Gateways in front of an API answer these without the API's description knowing. */
const anyApiMayAnswer = new Set([401, 403, 405, 411, 415, 429])

/**
 * @param file the OpenAPI 3 document, as JSON
 * @param amend brings it up to the version that is in use
 */
export function openApiChecker(file: string, amend?: (document: Json) => void): ApiChecker {
  const document = withoutParts(asObject(JSON.parse(readFileSync(file, 'utf8'))))
  amend?.(document)
  for (const [pointer, schema] of slips[String(asObject(document['info'])['title'])] ?? [])
    replace(document, pointer, schema)
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false })
  formats.default(ajv)
  ajv.addSchema({ $id: 'spec', components: tidy(document['components']), paths: tidy(document['paths']) })
  const compiled = new Map<string, ValidateFunction>()
  const problems = (pointer: string, value: unknown): string[] => {
    const validate =
      compiled.get(pointer) ?? ajv.compile({ $ref: `spec#${pointer.split('/').map(encodeURIComponent).join('/')}` })
    compiled.set(pointer, validate)
    return validate(value)
      ? []
      : (validate.errors ?? []).map(
          ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
        )
  }
  const find = operationFinder(document)
  return {
    describes: (method, path) => find(method, path) !== undefined,
    checkRequest(method, path, body, type = 'application/json') {
      const operation = find(method, path)
      if (!operation) return [`${method} ${path} is not described`]
      const inBody = type.includes('json')
        ? bodyProblems(document, operation, body, problems)
        : formProblems(document, operation, { body, type }, problems)
      const messages = [...queryProblems(document, operation, path), ...inBody]
      return messages.map((problem) => `request of ${operation.name}: ${problem}`)
    },
    checkResponse(method, path, status, body) {
      const operation = find(method, path)
      if (!operation) return [`${method} ${path} is not described`]
      return answerProblems(document, operation, status, body, problems).map(
        (problem) => `answer ${status} of ${operation.name}: ${problem}`,
      )
    },
  }
}

type Problems = (pointer: string, value: unknown) => string[]

function bodyProblems(document: Json, { name, object, at }: Operation, body: unknown, problems: Problems): string[] {
  const described = deref(document, object['requestBody'], `${at}/requestBody`)
  const schema = jsonSchema(described)
  if (body === undefined) return described.value['required'] === true ? ['the body is missing'] : []
  // eBay's gate refuses a POST without any body, so an empty object is sent where nothing is described.
  if (schema === null) return JSON.stringify(body) === '{}' ? [] : ['a body where none is described']
  const most = mostElements(name, object)
  const tooMany = Object.entries(asObject(body)).flatMap(([field, list]) =>
    most !== undefined && listOf(list).length > most
      ? [`/${field} has ${listOf(list).length} elements, ${most} at most`]
      : [],
  )
  return [...problems(schema, body), ...strangeCurrencies(body), ...tooMany]
}

/** A form carries texts alone: each is read as what its field is described to be. */
function formProblems(
  document: Json,
  { object, at }: Operation,
  { body, type }: { body: unknown; type: string },
  problems: Problems,
): string[] {
  const described = deref(document, object['requestBody'], `${at}/requestBody`)
  const schema = asObject(asObject(asObject(described.value['content'])[type])['schema'])
  if (Object.keys(schema).length === 0) return [`a body of ${type} where none is described`]
  const fields = asObject(schema['properties'])
  const entries = Object.entries(asObject(body)).map(([name, value]) => {
    const bare = name.replace(/\[\]$/, '')
    return [bare, ofType(value, asObject(fields[bare]))] as const
  })
  return problems(`${described.at}/content/${escape(type)}/schema`, Object.fromEntries(entries))
}

function ofType(value: unknown, schema: Json): unknown {
  if (schema['type'] === 'array') {
    const texts = Array.isArray(value)
      ? value
      : String(value)
          .split(',')
          .filter((text) => text !== '')
    return texts.map((text: unknown) => ofType(text, asObject(schema['items'])))
  }
  const isNumber = schema['type'] === 'integer' || schema['type'] === 'number'
  if (isNumber && String(value).trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  return schema['type'] === 'boolean' && (value === 'true' || value === 'false') ? value === 'true' : value
}

function answerProblems(
  document: Json,
  { object, at }: Operation,
  status: number,
  body: unknown,
  problems: Problems,
): string[] {
  const responses = asObject(object['responses'])
  const key = [String(status), `${String(status)[0]}XX`, 'default'].find((candidate) => candidate in responses)
  // Where only success is described, every refusal is a list of errors (Square).
  if (key === undefined && status >= 400 && Object.keys(responses).join() === '200')
    return errorProblems(document, body, problems)
  if (key === undefined) return anyApiMayAnswer.has(status) ? [] : ['the status is not described']
  const schema = status === 204 ? null : jsonSchema(deref(document, responses[key], `${at}/responses/${key}`))
  if (status >= 400) return [...errorProblems(document, body, problems), ...unlisted(object, status, body)]
  if (schema === null) return body === undefined ? [] : ['a body where none is described']
  if (body === undefined) return ['the body is missing']
  const elements = listOf(asObject(body)['responses']).map(asObject)
  return [
    ...problems(schema, body),
    ...strangeCurrencies(body),
    ...elements.flatMap((element) => unlisted(object, Number(element['statusCode']), element)),
  ]
}

/** Errors come as a list of what is described as one. */
function errorProblems(document: Json, body: unknown, problems: Problems): string[] {
  const schemas = asObject(asObject(document['components'])['schemas'])
  if ('ErrorSchema' in schemas) return problems('/components/schemas/ErrorSchema', withoutDescription(body))
  if (!('Error' in schemas)) return []
  const errors = listOf(asObject(body)['errors'])
  if (errors.length === 0) return ['an answer without errors']
  return errors.flatMap((error) => problems('/components/schemas/Error', error))
}

/** What OAuth adds to an error, described or not. */
const withoutDescription = (body: unknown) =>
  Object.fromEntries(Object.entries(asObject(body)).filter(([name]) => name !== 'error_description'))

/** The gate in front of every API says these. */
const ofTheGate = new Set([1001, 1100, 2001, 2002, 2003, 2004, 2006])
/** Seen on the live API although its description files them elsewhere. */
const seenLive: Record<string, number[]> = {
  'getOffers 404': [25713],
  'createOffer 400': [25002],
  'bulkUpdatePriceQuantity 400': [25702, 25713],
  'bulkUpdatePriceQuantity 404': [25702, 25713],
}

/** Errors that are not published for this operation and status; a status without a list of its own may say what the operation's others list. */
function unlisted(object: Json, status: number, body: unknown): string[] {
  const responses = asObject(object['responses'])
  if (!Object.values(responses).some((response) => 'x-response-codes' in asObject(response))) return []
  const listOfStatus = (response: unknown) => asObject(asObject(asObject(response)['x-response-codes'])['errors'])
  const own = listOfStatus(responses[String(status)])
  const all = Object.assign({}, ...Object.values(responses).map(listOfStatus))
  const listed: Json = Object.keys(own).length > 0 ? own : all
  const live = seenLive[`${String(object['operationId'])} ${status}`] ?? []
  return listOf(asObject(body)['errors']).flatMap((error) => {
    const errorId = Number(asObject(error)['errorId'])
    return String(errorId) in listed || ofTheGate.has(errorId) || live.includes(errorId)
      ? []
      : [`the error ${errorId} is not published`]
  })
}

function queryProblems(document: Json, { object, at }: Operation, path: string): string[] {
  const params = new URLSearchParams(path.split('?')[1] ?? '')
  const described = listOf(object['parameters'])
    .map((parameter, index) => deref(document, parameter, `${at}/parameters/${index}`).value)
    .filter((parameter) => parameter['in'] === 'query')
  return [
    ...described
      .filter((parameter) => parameter['required'] === true && !params.has(String(parameter['name'])))
      .map((parameter) => `the parameter ${String(parameter['name'])} is missing`),
    ...[...params.keys()]
      .filter((name) => !described.some((parameter) => parameter['name'] === name))
      .map((name) => `the parameter ${name} is not described`),
    ...described
      .filter((parameter) => textsOf(params, parameter).some((text) => !isOfType(text, asObject(parameter['schema']))))
      .map((parameter) => `the parameter ${String(parameter['name'])} is not of its type`),
  ]
}

/** Some are lists by their text alone. */
function textsOf(params: URLSearchParams, parameter: Json): string[] {
  const texts = params.getAll(String(parameter['name']))
  return /separated/i.test(String(parameter['description'])) ? texts.flatMap((text) => text.split(',')) : texts
}

interface Found {
  value: Json
  at: string
}
function deref(document: Json, value: unknown, at: string): Found {
  const ref = asObject(value)['$ref']
  if (typeof ref !== 'string') return { value: asObject(value), at }
  const pointer = ref.slice(1)
  return deref(
    document,
    pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((from, key) => asObject(from)[unescape(key)], document),
    pointer,
  )
}
const unescape = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~')
const escape = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

function jsonSchema({ value, at }: Found): string | null {
  const type = Object.entries(asObject(value['content'])).find(
    ([name, media]) => /json|\*\/\*|form-data/.test(name) && 'schema' in asObject(media),
  )?.[0]
  return type === undefined ? null : `${at}/content/${escape(type)}/schema`
}

/** Paths match with or without a trailing slash; the one with the fewest variable parts wins. */
function operationFinder(document: Json): (method: string, path: string) => Operation | undefined {
  const base = basePath(document)
  const operations = Object.entries(asObject(document['paths']))
    .flatMap(([path, methods]) =>
      Object.entries(asObject(methods)).map(([method, operation]) => {
        const shared = listOf(asObject(methods)['parameters'])
        const object = { ...asObject(operation), parameters: [...shared, ...listOf(asObject(operation)['parameters'])] }
        const text = path
          .replace(/\/$/, '')
          .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
          .replace(/\{[^}]+\}/g, '[^/]+')
        return {
          method: method.toUpperCase(),
          pattern: new RegExp(`^${text}/?$`),
          variables: path.split('{').length,
          name: `${method.toUpperCase()} ${path}`,
          at: `/paths/${escape(path)}/${method}`,
          object,
        }
      }),
    )
    .toSorted((a, b) => a.variables - b.variables)
  return (method, path) => {
    const bare = path.split('?')[0] ?? ''
    const inside = base !== '' && bare.startsWith(base) ? bare.slice(base.length) : bare
    return operations.find((operation) => operation.method === method.toUpperCase() && operation.pattern.test(inside))
  }
}

function basePath(document: Json): string {
  const server = asObject(listOf(document['servers'])[0])
  const url = String(server['url'] ?? '').replace(/\{([^}]+)\}/g, (_, name: string) =>
    String(asObject(asObject(server['variables'])[name])['default'] ?? ''),
  )
  return URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, '') : ''
}

/** In these, every key is a name that the API chose, not a word of the schema language. */
const maps = new Set(['properties', 'schemas', 'responses', 'requestBodies', 'parameters', 'paths'])

/** OpenAPI's own words turned into JSON Schema's; texts for people are left out. */
function tidy(value: unknown, name = '', inside = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy(item))
  if (typeof value !== 'object' || value === null) return value
  if (maps.has(name) && !maps.has(inside)) return tidyEach(asObject(value), name)
  const { description: _text, example: _example, examples: _examples, nullable, ...plain } = asObject(value)
  const rest: Json = 'type' in plain ? { ...plain, ...rulesInText(asObject(value)) } : plain
  // Enumerations are published as objects without fields (eBay); on the wire they are texts.
  const bare =
    inside === 'schemas' && rest['type'] === 'object' && Object.keys(asObject(rest['properties'])).length === 0
  if (bare && !('additionalProperties' in rest))
    return 'enum' in rest ? { enum: rest['enum'] } : { type: ['string', 'object'] }
  const copy = tidyEach(rest, name)
  return nullable === true ? { anyOf: [copy, { type: 'null' }] } : copy
}
const tidyEach = (of: Json, name: string) =>
  Object.fromEntries(Object.entries(of).map(([key, item]) => [key, tidy(item, key, name)]))

function replace(document: Json, pointer: string, schema: Json): void {
  const keys = pointer.split('/').slice(1)
  const last = keys.pop()
  const parent = asObject(keys.reduce<unknown>((from, key) => asObject(from)[key], document))
  if (last !== undefined && last in parent) parent[last] = schema
}

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
