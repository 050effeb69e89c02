import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { openApi } from './openapi.ts'

/** Rules of the public linter that our addresses break on purpose: requirements prescribe them letter for letter. */
const prescribed = {
  // `/products/duplicate/{id}` beside `/products/{id}/history`: the fixed word counts.
  'no-ambiguous-paths': 'off',
  // `/integrations/`
  'no-path-trailing-slash': 'off',
} as const

const problemsOf = async (document: object): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended-strict'], rules: prescribed })
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config,
  })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
}

it('a public linter accepts the API document with its strictest rules', async () => {
  expect(await problemsOf(openApi('https://shop.motto.test'))).toEqual([])
})

it('the linter finds a wrong example, a missing summary and an address that stands twice', async () => {
  const document = openApi('https://shop.motto.test') as unknown as {
    paths: Record<string, Record<string, Record<string, unknown>>>
  }
  delete document.paths['/products']?.get?.summary
  document.paths['/views/{page}'] = document.paths['/views/{id}'] ?? {}
  Object.assign(document.paths['/orders/order']?.post ?? {}, {
    requestBody: { content: { 'application/json': { schema: { type: 'object' }, example: 7 } } },
  })
  expect(new Set((await problemsOf(document)).map((problem) => problem.slice(0, problem.indexOf(':'))))).toEqual(
    new Set([
      'operation-summary',
      'no-identical-paths',
      'no-invalid-media-type-examples',
      'path-parameters-defined',
      'operation-operationId-unique',
    ]),
  )
})
