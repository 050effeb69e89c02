import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Services } from '../context.ts'
import type { DB } from '../db/types.ts'
import type { Session } from './auth.ts'

/** A request's caller: signed in or not, in an organization or not. */
export interface Caller {
  services: Services
  session: Session | null
  request: FastifyRequest
  reply: FastifyReply
  /** The transaction of a write. */
  db?: Kysely<DB>
}
