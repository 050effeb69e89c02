import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isOfType } from './rules.ts'

/** Holds requests and answers against Google's discovery documents. Each sentence names one deviation. */
export interface DiscoveryChecker {
  /** @param path with its query */
  checkRequest(method: string, path: string, body?: unknown): string[]
  checkResponse(method: string, path: string, status: number, body?: unknown): string[]
}

type Json = Record<string, unknown>
const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

interface Method {
  id: string
  verb: string
  pattern: RegExp
  variables: number
  request: string | undefined
  response: string | undefined
  query: Json
}

/** @param files discovery documents, as JSON */
export function discoveryChecker(files: readonly string[]): DiscoveryChecker {
  const all = files.map((file) => documentChecker(asObject(JSON.parse(readFileSync(file, 'utf8')))))
  const ask = (work: (checker: DocumentChecker) => string[] | undefined, what: string): string[] => {
    for (const checker of all) {
      const problems = work(checker)
      if (problems) return problems
    }
    return [`${what} is not described`]
  }
  return {
    checkRequest: (method, path, body) => ask((checker) => checker.request(method, path, body), `${method} ${path}`),
    checkResponse: (method, path, status, body) =>
      ask((checker) => checker.response(method, path, status, body), `${method} ${path}`),
  }
}

interface DocumentChecker {
  /** Undefined: another document's. */
  request(method: string, path: string, body: unknown): string[] | undefined
  response(method: string, path: string, status: number, body: unknown): string[] | undefined
}

function documentChecker(document: Json): DocumentChecker {
  const base = `/${String(document['servicePath'] ?? '')}`.replace(/\/$/, '')
  const methods = methodsIn(document, base, asObject(document['parameters'])).toSorted(
    (a, b) => a.variables - b.variables,
  )
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false })
  const schemas = asObject(document['schemas'])
  ajv.addSchema({
    $id: 'doc',
    $defs: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, jsonSchema(asObject(schema))])),
  })
  const compiled = new Map<string, ValidateFunction>()
  const problems = (name: string, value: unknown): string[] => {
    const validate = compiled.get(name) ?? ajv.compile({ $ref: `doc#/$defs/${name}` })
    compiled.set(name, validate)
    return validate(value)
      ? []
      : (validate.errors ?? []).map(
          ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
        )
  }
  const find = (verb: string, path: string) => {
    const [bare = ''] = path.split('?')
    return methods.find((method) => method.verb === verb && method.pattern.test(bare))
  }
  return {
    request(verb, path, body) {
      const method = find(verb, path)
      if (!method) return undefined
      const inBody =
        method.request === undefined
          ? body === undefined
            ? []
            : ['a body where none is described']
          : problems(method.request, body ?? {})
      return [...queryProblems(method, path), ...inBody].map((problem) => `request of ${method.id}: ${problem}`)
    },
    response(verb, path, status, body) {
      const method = find(verb, path)
      if (!method) return undefined
      const deviations =
        status >= 400
          ? errorProblems(status, body)
          : method.response === undefined
            ? []
            : problems(method.response, body)
      return deviations.map((problem) => `answer ${status} of ${method.id}: ${problem}`)
    },
  }
}

function methodsIn(of: Json, base: string, shared: Json): Method[] {
  return Object.values(asObject(of['resources'])).flatMap((resource) => [
    ...Object.values(asObject(asObject(resource)['methods'])).map((method) => methodOf(asObject(method), base, shared)),
    ...methodsIn(asObject(resource), base, shared),
  ])
}

function methodOf(method: Json, base: string, shared: Json): Method {
  const path = `${base}/${String(method['flatPath'] ?? method['path'])}`
  const text = path.replace(/[.*?^$()|[\]\\]/g, '\\$&').replace(/\{\+?[^}]+\}/g, '[^/:]+(?::[A-Z%0-9a-z]+)?')
  const ofQuery = Object.entries(asObject(method['parameters'])).filter(([, p]) => asObject(p)['location'] === 'query')
  const ref = (name: string) => asObject(method[name])['$ref'] as string | undefined
  return {
    id: String(method['id']),
    verb: String(method['httpMethod']),
    pattern: new RegExp(`^${text}$`),
    variables: path.split('{').length,
    request: ref('request'),
    response: ref('response'),
    query: { ...shared, ...Object.fromEntries(ofQuery) },
  }
}

function queryProblems({ query }: Method, path: string): string[] {
  const params = new URLSearchParams(path.split('?')[1] ?? '')
  return [
    ...[...params.keys()]
      .filter((name) => !Object.hasOwn(query, name))
      .map((name) => `the parameter ${name} is not described`),
    ...Object.entries(query)
      .filter(([name, schema]) => params.getAll(name).some((text) => !isOfType(text, asObject(schema))))
      .map(([name]) => `the parameter ${name} is not of its type`),
  ]
}

/** What every Google API says when it refuses; the discovery documents leave it out. */
function errorProblems(status: number, body: unknown): string[] {
  const error = asObject(asObject(body)['error'])
  return error['code'] === status && typeof error['message'] === 'string' && typeof error['status'] === 'string'
    ? []
    : ['the error has not the shape of Google errors']
}

/** Fields that are not described are not sent, either way. */
function jsonSchema(schema: Json): Json {
  if (typeof schema['$ref'] === 'string') return { $ref: `#/$defs/${schema['$ref']}` }
  const { type, properties, items, enum: values, format, additionalProperties } = schema
  if (type === 'any' || type === undefined) return {}
  const fields = asObject(properties)
  return {
    type: type === 'number' && format === 'int32' ? 'integer' : type,
    ...(Array.isArray(values) && { enum: values }),
    ...(items !== undefined && { items: jsonSchema(asObject(items)) }),
    ...(type === 'object' && {
      properties: Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [name, jsonSchema(asObject(field))]),
      ),
      additionalProperties: additionalProperties === undefined ? false : jsonSchema(asObject(additionalProperties)),
    }),
  }
}
