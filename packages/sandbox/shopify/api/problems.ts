import { GraphQLError } from 'graphql'

/** An error of the whole request, as opposed to the user errors of a mutation. */
const topLevel =
  (code: string) =>
  (message: string): GraphQLError =>
    new GraphQLError(message, { extensions: { code } })

export const badRequest = topLevel('BAD_REQUEST')
export const invalidArguments = topLevel('INVALID_FIELD_ARGUMENTS')
export const notAllowed = topLevel('ACCESS_DENIED')

export interface UserProblem {
  field: string[] | null
  message: string
  code?: string
}
export const problem = (field: string[] | null, message: string, code?: string): UserProblem => ({
  field,
  message,
  ...(code ? { code } : {}),
})
