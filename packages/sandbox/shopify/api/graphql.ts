import {
  execute,
  getOperationAST,
  GraphQLError,
  Kind,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type OperationDefinitionNode,
} from 'graphql'
import type { SimAnswer, SimRequest } from '../../kit/simulator.ts'
import { actualCost, bucket, mostPerRequest, requestedCost, type Buckets, type Throttle } from './cost.ts'
import { mutations } from './mutations.ts'
import { notAllowed } from './problems.ts'
import { queries } from './queries.ts'
import { schema } from './schema.ts'
import { missingScope } from '../auth/scopes.ts'
import type { Env } from '../state.ts'
import { readToken } from '../auth/tokens.ts'

interface Posted {
  query: string
  variables: Record<string, unknown>
  operationName: string | undefined
}

function readPosted(request: SimRequest): Posted | undefined {
  try {
    const value: unknown = JSON.parse(request.rawBody.toString())
    if (typeof value !== 'object' || !value || !('query' in value) || typeof value.query !== 'string') return undefined
    const variables =
      'variables' in value && typeof value.variables === 'object' && value.variables ? value.variables : {}
    const operationName =
      'operationName' in value && typeof value.operationName === 'string' ? value.operationName : undefined
    return { query: value.query, variables: { ...variables }, operationName }
  } catch {
    // Not JSON: answered with 400 below.
    return undefined
  }
}
function parsed(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query)
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}

/** Whether a request asks for a change. */
export function asksForChange(request: SimRequest): boolean {
  const posted = readPosted(request)
  const document = posted ? parsed(posted.query) : undefined
  if (!posted || !document || document instanceof GraphQLError) return false
  return getOperationAST(document, posted.operationName)?.operation === 'mutation'
}

const answer = (body: unknown): SimAnswer => ({ status: 200, body })
const withCode = (error: GraphQLError, code: string) => ({
  ...error.toJSON(),
  extensions: { code, ...error.extensions },
})
const costBlock = (requested: number, actual: number | null, throttleStatus: Throttle) => ({
  cost: { requestedQueryCost: requested, actualQueryCost: actual, throttleStatus },
})

/** The answer when the bucket is empty: HTTP 200 with an error. */
export function throttled(requested: number, status: Throttle): SimAnswer {
  const extensions = { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' }
  return answer({ errors: [{ message: 'Throttled', extensions }], extensions: costBlock(requested, null, status) })
}
/** What a request meets when the platform has no points left for it. */
export function emptyBucket(request: SimRequest): SimAnswer {
  const posted = readPosted(request)
  const document = posted ? parsed(posted.query) : undefined
  const operation =
    document && !(document instanceof GraphQLError) ? getOperationAST(document, posted?.operationName) : undefined
  const known = operation && document && !(document instanceof GraphQLError) && validate(schema, document).length === 0
  const requested = known ? requestedCost(schema, document, operation, posted?.variables ?? {}) : 10
  return throttled(requested, { ...bucket, currentlyAvailable: 0 })
}

/** POST graphql.json of one shop. */
export function answerGraphql(env: Env, request: SimRequest, buckets: Buckets): SimAnswer {
  const scopes = readToken(env, request.headers['x-shopify-access-token'])
  if (!scopes)
    return {
      status: 401,
      body: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
    }
  const posted = readPosted(request)
  if (!posted) return { status: 400, body: { errors: { query: 'Required parameter missing or invalid' } } }
  const document = parsed(posted.query)
  if (document instanceof GraphQLError) return answer({ errors: [withCode(document, 'PARSE_ERROR')] })
  const errors = validate(schema, document, specifiedRules)
  if (errors.length > 0)
    return answer({ errors: errors.map((error) => withCode(error, validationCode(error.message))) })
  const operation = getOperationAST(document, posted.operationName)
  if (!operation)
    return answer({ errors: [{ message: 'An operation name is required', extensions: { code: 'BAD_REQUEST' } }] })
  return run(env, { document, operation, posted, scopes }, buckets)
}
const validationCode = (message: string): string =>
  message.startsWith('Cannot query field') ? 'undefinedField' : 'INVALID_REQUEST'

interface RequestedOperation {
  document: DocumentNode
  operation: OperationDefinitionNode
  posted: Posted
  scopes: string[]
}

function run(env: Env, { document, operation, posted, scopes }: RequestedOperation, buckets: Buckets): SimAnswer {
  const now = env.context.now()
  const requested = requestedCost(schema, document, operation, posted.variables)
  if (requested > mostPerRequest) {
    const message = `Query cost is ${requested}, which exceeds the single query max cost limit (${mostPerRequest}).`
    return answer({
      errors: [{ message, extensions: { code: 'MAX_COST_EXCEEDED', cost: requested, maxCost: mostPerRequest } }],
    })
  }
  const before = buckets.status(env.shop, now)
  if (before.currentlyAvailable < requested) return throttled(requested, before)
  const refused = operation.selectionSet.selections.flatMap((selection) => {
    const scope = selection.kind === Kind.FIELD ? missingScope(selection.name.value, scopes) : undefined
    return scope && selection.kind === Kind.FIELD
      ? [notAllowed(`Access denied for ${selection.name.value} field. Required access: \`${scope}\` access scope.`)]
      : []
  })
  if (refused.length > 0) return answer({ data: null, errors: refused.map((error) => error.toJSON()) })
  const result = env.context.store.together(() => carryOut(env, document, operation, posted))
  const actual = actualCost(operation, result.data, requested)
  buckets.take(env.shop, actual, now)
  const errors = result.errors?.map((error) =>
    withCode(error, result.data === undefined ? 'INVALID_VARIABLE' : 'INTERNAL_SERVER_ERROR'),
  )
  return answer({
    ...(result.data === undefined ? {} : { data: result.data }),
    ...(errors ? { errors } : {}),
    extensions: costBlock(requested, actual, buckets.status(env.shop, now)),
  })
}

function carryOut(
  env: Env,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  posted: Posted,
): ExecutionResult {
  const rootValue = operation.operation === 'mutation' ? mutations : queries
  const result = execute({
    schema,
    document,
    rootValue,
    contextValue: env,
    variableValues: posted.variables,
    operationName: posted.operationName,
  })
  if (result instanceof Promise) throw new Error('Every field of the simulator answers at once')
  return result as ExecutionResult
}
