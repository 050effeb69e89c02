import { type DestinationStream, pino } from 'pino'
import { currentScope } from './observing/scope.ts'

export interface Log {
  debug(data: object, message: string): void
  info(data: object, message: string): void
  warn(data: object, message: string): void
  error(data: object, message: string): void
}

/** The log of a process. Each line of a request, and of the jobs that it started, has the request's id. */
export const openLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      redact: ['*.password', '*.accessToken', '*.authorization'],
      mixin: () => {
        const requestId = currentScope()?.requestId
        return requestId ? { requestId } : {}
      },
    },
    destination,
  )
