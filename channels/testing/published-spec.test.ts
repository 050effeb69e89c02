import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiChecker, openApiChecker } from './published-spec.ts'

const document = {
  openapi: '3.0.3',
  info: { title: 'Shelf', version: '1' },
  servers: [{ url: 'https://api.example{basePath}', variables: { basePath: { default: '/shelf/v1' } } }],
  paths: {
    '/books/{id}': {
      get: {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'lang', in: 'query', required: true, schema: { type: 'string' } },
        ],
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } },
          },
          204: { description: 'none' },
        },
      },
    },
    '/books/': {
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } },
        },
        responses: { 201: { description: 'made', content: { 'application/json': { schema: { type: 'object' } } } } },
      },
    },
  },
  components: {
    schemas: {
      Book: {
        type: 'object',
        required: ['title'],
        properties: {
          title: { type: 'string' },
          year: { type: 'integer', format: 'int32' },
          note: { type: 'string', nullable: true },
          state: { $ref: '#/components/schemas/StateEnum' },
          description: { type: 'string' },
        },
      },
      StateEnum: { type: 'object', description: 'A list', enum: ['IN', 'OUT'] },
    },
  },
}

describe('openApiChecker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'published-'))
  let checker: ApiChecker
  beforeAll(() => {
    writeFileSync(join(folder, 'shelf.json'), JSON.stringify(document))
    checker = openApiChecker(join(folder, 'shelf.json'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([
    [
      'a full book',
      {
        title: 'Emma',
        year: 1815,
        note: null,
        state: 'IN',
        description: 'A novel',
        shelf: 'not described, not forbidden',
      },
      [],
    ],
    ['a book without a title', { year: 1815 }, ["request of POST /books/: / must have required property 'title'"]],
    ['a year as a text', { title: 'Emma', year: '1815' }, ['request of POST /books/: /year must be integer']],
    [
      'an unknown state',
      { title: 'Emma', state: 'LOST' },
      ['request of POST /books/: /state must be equal to one of the allowed values'],
    ],
    ['null where it is not allowed', { title: null }, ['request of POST /books/: /title must be string']],
  ])('checks the body of a request: %s', (_, body, expected) => {
    expect(checker.checkRequest('POST', '/shelf/v1/books', body).map((one) => one.replace(/ \{.*/, ''))).toEqual(
      expected,
    )
  })

  it('finds missing bodies, unknown paths and query parameters', () => {
    expect(checker.checkRequest('POST', '/books')).toEqual(['request of POST /books/: the body is missing'])
    expect(checker.checkRequest('DELETE', '/books')).toEqual(['DELETE /books is not described'])
    expect(checker.checkRequest('GET', '/books/7?lang=en')).toEqual([])
    expect(checker.checkRequest('GET', '/books/7?size=3')).toEqual([
      'request of GET /books/{id}: the parameter lang is missing',
      'request of GET /books/{id}: the parameter size is not described',
    ])
  })

  it('checks answers by their status', () => {
    expect(checker.checkResponse('GET', '/books/7', 200, { title: 'Emma' })).toEqual([])
    expect(checker.checkResponse('GET', '/books/7', 204)).toEqual([])
    expect(checker.checkResponse('GET', '/books/7', 200)).toEqual([
      'answer 200 of GET /books/{id}: the body is missing',
    ])
    expect(checker.checkResponse('GET', '/books/7', 404, {})).toEqual([
      'answer 404 of GET /books/{id}: the status is not described',
    ])
    expect(checker.checkResponse('GET', '/books/7', 429, {})).toEqual([])
  })
})
