import { executeSync, parse } from 'graphql'
import { GraphqlAnswer } from '../../shopify/wire.ts'
import type { Inspect } from '../conformance/stage.ts'
import { graphqlChecker } from './graphql.ts'
import { hasPublished } from './specs.ts'

const sdl = 'shopify/spec/admin-2026-10.trimmed.graphql'
export const isShopifyDescribed = hasPublished(sdl)

/** What an id says that something is: `gid://shopify/Product/1`. */
const kindOf = (value: unknown): string => {
  const id = typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : ''
  return id.split('/').at(-2) ?? ''
}

/** Documents and variables must fit the published schema, and so must what comes back for them. */
export function inspectShopify(): Inspect {
  const { schema, validateDocument, checkAnswer } = graphqlChecker(sdl)
  const known = new Map<string, string[]>()
  return ({ url, json }, { status, body }) => {
    if (!url.endsWith('/graphql.json')) return []
    const { query, variables } = json as { query: string; variables: Record<string, unknown> }
    const problems = known.get(query) ?? validateDocument(query)
    known.set(query, problems)
    const answer = GraphqlAnswer.safeParse(body).data
    if (problems.length || status !== 200 || !answer?.data) return [...problems, ...checkAnswer(status, body)]
    // the answer is played back through the published schema: what that would not have said is a problem
    const played = executeSync({
      schema,
      document: parse(query),
      rootValue: answer.data,
      variableValues: variables,
      typeResolver: (value, _context, _info, { name }) => (name === 'Media' ? 'MediaImage' : kindOf(value)),
    })
    const same = JSON.stringify(played.data) === JSON.stringify(answer.data)
    return [
      ...validateDocument(query, variables),
      ...checkAnswer(status, body),
      ...(played.errors ?? []).map(({ message }) => message),
      ...(same ? [] : [`the answer has more than asked: ${query.slice(0, 40)}`]),
    ]
  }
}
