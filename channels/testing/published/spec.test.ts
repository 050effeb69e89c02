import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiChecker, openApiChecker } from './spec.ts'

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
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'years', in: 'query', description: 'Comma-separated.', schema: { type: 'integer' } },
        ],
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } },
          },
          204: { description: 'none' },
          400: {
            description: 'wrong',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
            'x-response-codes': { errors: { 41: { description: 'no such book' } } },
          },
        },
      },
      delete: {
        operationId: 'deleteBook',
        responses: {
          204: { description: 'gone' },
          404: { description: 'none' },
          400: { description: 'wrong', 'x-response-codes': { errors: { 41: {} } } },
        },
      },
    },
    '/bulk_take': {
      post: {
        description: 'Takes up to 2 books.',
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { books: { type: 'array', items: { type: 'string' } } } },
            },
          },
        },
        responses: {
          200: {
            description: 'taken, one by one',
            content: {
              'application/json': {
                schema: { type: 'object', properties: { responses: { type: 'array', items: { type: 'object' } } } },
              },
            },
            'x-response-codes': { errors: { 41: {} } },
          },
        },
      },
    },
    '/notes': {
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                properties: { pages: { type: 'integer' }, ids: { type: 'array', items: { type: 'integer' } } },
              },
            },
          },
        },
        responses: { 201: { description: 'made' } },
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
          blurb: { type: 'string', description: 'What it is about.<br>Maximum length: 1,0' },
          marks: { type: 'array', items: { type: 'string' }, description: 'Max Occurs: 2. Maximum length: 3' },
          price: {
            type: 'object',
            properties: { value: { type: 'string' }, currency: { type: 'string' } },
          },
        },
      },
      Error: {
        type: 'object',
        properties: { errorId: { type: 'integer' }, message: { type: 'string' } },
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
        blurb: 'ten signs.',
        marks: ['new', 'red'],
        price: { value: '1.00', currency: 'EUR' },
      },
      [],
    ],
    [
      'a field that nobody described',
      { title: 'Emma', titel: 'Emma' },
      ['request of POST /books/: / must NOT have additional properties'],
    ],
    [
      'a text that is too long',
      { title: 'Emma', blurb: 'eleven signs' },
      ['request of POST /books/: /blurb must NOT have more than 10 characters'],
    ],
    [
      'too many marks, one of them too long',
      { title: 'Emma', marks: ['a', 'b', 'long'] },
      [
        'request of POST /books/: /marks must NOT have more than 2 items',
        'request of POST /books/: /marks/2 must NOT have more than 3 characters',
      ],
    ],
    [
      'a currency that does not exist',
      { title: 'Emma', price: { value: '1.00', currency: 'XXQ' } },
      ['request of POST /books/: /price/currency XXQ is no currency'],
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
    expect(
      checker.checkRequest('POST', '/shelf/v1/books', body).map((problem) => problem.replace(/ \{.*/, '')),
    ).toEqual(expected)
  })

  it('finds missing bodies, unknown paths and query parameters', () => {
    expect(checker.checkRequest('POST', '/books')).toEqual(['request of POST /books/: the body is missing'])
    expect(checker.checkRequest('DELETE', '/books')).toEqual(['DELETE /books is not described'])
    expect(checker.checkRequest('GET', '/books/7?lang=en')).toEqual([])
    expect(checker.checkRequest('GET', '/books/7?size=3')).toEqual([
      'request of GET /books/{id}: the parameter lang is missing',
      'request of GET /books/{id}: the parameter size is not described',
    ])
    expect(checker.checkRequest('GET', '/books/7?lang=en&limit=ten')).toEqual([
      'request of GET /books/{id}: the parameter limit is not of its type',
    ])
    expect(checker.checkRequest('DELETE', '/books/7', { really: true })).toEqual([
      'request of DELETE /books/{id}: a body where none is described',
    ])
    expect(checker.checkRequest('POST', '/bulk_take', { books: ['a', 'b', 'c'] })).toEqual([
      'request of POST /bulk_take: /books has 3 elements, 2 at most',
    ])
  })

  it('checks lists in a query, and forms, whose texts are read as what they are described to be', () => {
    expect(checker.checkRequest('GET', '/books/7?lang=en&years=1815,1816')).toEqual([])
    expect(checker.checkRequest('GET', '/books/7?lang=en&years=1815,then')).toEqual([
      'request of GET /books/{id}: the parameter years is not of its type',
    ])
    const form = (body: object, type = 'application/x-www-form-urlencoded') =>
      checker.checkRequest('POST', '/notes', body, type).map((problem) => problem.replace(/ \{.*/, ''))
    expect(form({ pages: '7', 'ids[]': ['1', '2'] })).toEqual([])
    expect(form({ pages: 'many' })).toEqual(['request of POST /notes: /pages must be integer'])
    expect(form({ pages: '7' }, 'multipart/form-data')).toEqual([
      'request of POST /notes: a body of multipart/form-data where none is described',
    ])
  })

  it('checks the currencies of an answer, and the errors of each of its elements', () => {
    const book = { title: 'Emma', price: { value: '1.00', currency: 'XXQ' } }
    expect(checker.checkResponse('GET', '/books/7', 200, book)).toEqual([
      'answer 200 of GET /books/{id}: /price/currency XXQ is no currency',
    ])
    const responses = [41, 42].map((errorId) => ({ statusCode: 200, errors: [{ errorId }] }))
    expect(checker.checkResponse('POST', '/bulk_take', 200, { responses })).toEqual([
      'answer 200 of POST /bulk_take: the error 42 is not published',
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
    expect(checker.checkResponse('GET', '/books/7', 200, { title: 'Emma', isbn: '1' })[0]).toContain(
      'must NOT have additional properties',
    )
    expect(checker.checkResponse('GET', '/books/7', 204, { title: 'Emma' })).toEqual([
      'answer 204 of GET /books/{id}: a body where none is described',
    ])
    expect(checker.checkResponse('GET', '/books/7', 429, {})).toEqual([])
    expect(checker.checkResponse('GET', '/books/7', 502, {})).toEqual([
      'answer 502 of GET /books/{id}: the status is not described',
    ])
  })

  it('checks refusals: how they look, and which are published where', () => {
    const refused = (...errors: object[]) => checker.checkResponse('GET', '/books/7', 400, { errors })
    expect(refused({ errorId: 41, message: 'no such book' })).toEqual([])
    expect(refused({ errorId: 42, message: 'no such book' })).toEqual([
      'answer 400 of GET /books/{id}: the error 42 is not published',
    ])
    expect(refused({ errorId: 1001, message: 'said by the gate' })).toEqual([])
    expect(refused()).toEqual(['answer 400 of GET /books/{id}: an answer without errors'])
    expect(refused({ errorId: 41, hint: 'x' })[0]).toContain('must NOT have additional properties')
    // A status without a list of its own.
    expect(checker.checkResponse('DELETE', '/books/7', 404, { errors: [{ errorId: 41 }] })).toEqual([])
    expect(checker.checkResponse('DELETE', '/books/7', 404, { errors: [{ errorId: 40 }] })).toHaveLength(1)
  })
})
