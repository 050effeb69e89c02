/** The part of the API document that the reference shows. */
export interface Shape {
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: Shape | boolean
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  $ref?: string
}
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Shape
  example?: unknown
}
interface Failure {
  status: string
  code: string
  sentence: string
}
export interface Operation {
  id: string
  /** Of its area. */
  area: string
  summary: string
  method: string
  path: string
  /** Scopes that a token needs, all of them. Null where no token is let in. */
  scopes: readonly string[] | null
  isPublic: boolean
  parameters: readonly Parameter[]
  body: { shape: Shape; example: unknown } | null
  /** Takes a file as `multipart/form-data`. */
  takesFile: boolean
  /** Null where it answers a file. */
  reply: { shape: Shape; example: unknown } | null
  /** What kinds of file it answers. */
  files: readonly string[]
  failures: readonly Failure[]
}
export interface OperationArea {
  name: string
  title: string
  description: string
  operations: readonly Operation[]
}
export interface ApiDocument {
  areas: readonly OperationArea[]
  operations: ReadonlyMap<string, Operation>
  /** What a shape refers to, or the shape itself. */
  named: (shape: Shape) => Shape
}

interface Media {
  schema?: Shape
  example?: { data?: unknown }
  examples?: Record<string, unknown>
}
interface RawOperation {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, string[]>[]
  parameters: (Parameter & { $ref?: string })[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content: Record<string, Media> }>
}
/** The document as the server writes it. */
export interface RawDocument {
  tags: { name: string; description: string; 'x-displayName': string }[]
  paths: Record<string, Record<string, RawOperation>>
  components: {
    schemas: Record<string, Shape>
    parameters: Record<string, Parameter>
    examples: Record<string, { summary: string }>
  }
}

const JSON_TYPE = 'application/json'
const lastPart = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

function operationOf(
  raw: RawOperation,
  method: string,
  path: string,
  components: RawDocument['components'],
): Operation {
  const { 200: success, ...failures } = raw.responses
  const { [JSON_TYPE]: reply, ...files } = success?.content ?? {}
  const body = raw.requestBody?.content[JSON_TYPE]
  const data = reply?.schema?.properties?.data
  return {
    id: raw.operationId,
    area: raw.tags[0] ?? '',
    summary: raw.summary,
    method: method.toUpperCase(),
    path,
    scopes: raw.security.find(({ token }) => token)?.token ?? null,
    isPublic: raw.security.length === 0,
    parameters: raw.parameters.flatMap((parameter) =>
      parameter.$ref ? (components.parameters[lastPart(parameter.$ref)] ?? []) : parameter,
    ),
    body: body?.schema ? { shape: body.schema, example: body.example } : null,
    takesFile: raw.requestBody?.content['multipart/form-data'] !== undefined,
    reply: data ? { shape: data, example: reply?.example?.data } : null,
    files: Object.keys(files),
    failures: Object.entries(failures).flatMap(([status, { content }]) =>
      Object.keys(content[JSON_TYPE]?.examples ?? {}).map((code) => ({
        status,
        code,
        sentence: components.examples[code]?.summary ?? '',
      })),
    ),
  }
}

export function readDocument({ tags, paths, components }: RawDocument): ApiDocument {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, raw]) => operationOf(raw, method, path, components)),
  )
  const byArea = Map.groupBy(operations, ({ area }) => area)
  return {
    areas: tags.map(({ name, description, 'x-displayName': title }) => ({
      name,
      title,
      description,
      operations: byArea.get(name) ?? [],
    })),
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    named: (shape) => (shape.$ref ? (components.schemas[lastPart(shape.$ref)] ?? {}) : shape),
  }
}

/** Areas with the operations whose name, address, summary, area or scope has all of the words. */
export function searchAreas(areas: readonly OperationArea[], text: string): OperationArea[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ title }: OperationArea, { id, summary, method, path, scopes }: Operation) => {
    const searched = [title, id, summary, method, path, ...(scopes ?? [])].join(' ').toLowerCase()
    return words.every((word) => searched.includes(word))
  }
  return areas
    .map((area) => ({ ...area, operations: area.operations.filter((operation) => fits(area, operation)) }))
    .filter(({ operations }) => operations.length > 0)
}
