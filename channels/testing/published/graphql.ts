import {
  buildSchema,
  getVariableValues,
  GraphQLError,
  Kind,
  parse,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { answerRules, documentRules, sharpen, variableRules } from './graphql-rules.ts'
import { readPublished } from './specs.ts'

export interface GraphqlChecker {
  schema: GraphQLSchema
  /** What the published schema would refuse of a document, and of its variables where they are given. Empty when it fits. */
  validateDocument(text: string, variables?: Record<string, unknown>): string[]
  /** What Shopify would not have answered, apart from the data. */
  checkAnswer(status: number, body: unknown): string[]
}

/** Checks documents against a published schema, named by its file below the folder of the channels. */
export function graphqlChecker(sdlFile: string): GraphqlChecker {
  return graphqlCheckerOf(buildSchema(readPublished(sdlFile)))
}

export function graphqlCheckerOf(schema: GraphQLSchema): GraphqlChecker {
  sharpen(schema)
  return {
    schema,
    checkAnswer: answerRules,
    validateDocument(text, variables) {
      const document = parsed(text)
      if (document instanceof GraphQLError) return [document.message]
      const problems = validate(schema, document).map((error) => error.message)
      if (problems.length > 0) return problems
      return [...documentRules(schema, document), ...(variables ? variableProblems(schema, document, variables) : [])]
    },
  }
}

function parsed(text: string): DocumentNode | GraphQLError {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}

function variableProblems(schema: GraphQLSchema, document: DocumentNode, variables: Record<string, unknown>): string[] {
  return operationsOf(document).flatMap((operation) => {
    const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
    return [...(errors?.map((error) => error.message) ?? []), ...variableRules(schema, operation, variables)]
  })
}

export const operationsOf = (document: DocumentNode): OperationDefinitionNode[] =>
  document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
