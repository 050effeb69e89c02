import type { Connection } from '../connection.ts'

/** A connection that reaches nobody, for tests that replace the part they are about. */
export const noConnection = {
  http: () => Promise.reject(new Error('This connection asks nobody.')),
  accessToken: '',
  origins: {},
  app: { clientId: '', clientSecret: '', secrets: {} },
  shop: '',
  facts: {},
  currency: 'USD',
  settings: {},
  now: () => new Date(0),
  uuid: () => '',
  picture: () => Promise.reject(new Error('This connection has no pictures.')),
} satisfies Connection
