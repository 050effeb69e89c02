import type { ChannelId } from '#contract/channels/names.ts'
import { attributeProblems } from './attributes.ts'
import { choiceProblems } from './choices.ts'
import { otherProblems } from './others.ts'
import { textProblems } from './texts.ts'
import { variationProblems } from './variations.ts'

const sentences = {
  ...textProblems,
  ...choiceProblems,
  ...attributeProblems,
  ...variationProblems,
  ...otherProblems,
}
type Sentences = typeof sentences
export type ProblemCode = keyof Sentences
export const problemCodes = Object.keys(sentences) as ProblemCode[]

type ParamsOf<C extends ProblemCode> = Sentences[C] extends (channel: ChannelId, params: infer P) => string ? P : never
/** What its sentence needs. `about`: which of several attributes or choices it is about. */
export type ProblemParams = Record<string, string | number | string[]>

/** Why a channel would reject a listing: the same code on every channel, with what differs beside it. */
export interface Problem {
  /** What is fixed once for all: the code, and which of several attributes or choices it is about, as `missing_specific:Brand`. */
  cause: string
  code: ProblemCode
  params: ProblemParams
}
/** Problems by our field. */
export type Problems = Record<string, Problem>

/** An attribute that is filled mends the text that uses it, too. */
const fixedAs: Partial<Record<ProblemCode, ProblemCode>> = { missing_reference: 'missing_specific' }

/** Characters of a name in a cause: texts may refer to names of any length. */
const MOST_NAMED = 200

/** A problem with the parameters of its sentence, where it has any. */
export const problem = <C extends ProblemCode>(
  code: C,
  ...[params]: unknown extends ParamsOf<C> ? [] : [ParamsOf<C>]
): Problem => {
  const known = (params ?? {}) as ProblemParams
  const { about } = known
  return {
    cause: about === undefined ? code : `${fixedAs[code] ?? code}:${String(about).slice(0, MOST_NAMED)}`,
    code,
    params: known,
  }
}

/** What a channel says of a problem. */
export const sentenceOf = (channel: ChannelId, { code, params }: Problem): string =>
  (sentences[code] as (channel: ChannelId, params: ProblemParams) => string)(channel, params)

/** Problems as their sentences, and each with its code. */
export const spoken = (channel: ChannelId, problems: Problems) => ({
  errors: Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, sentenceOf(channel, problem)] as const),
  ),
  causes: problems,
})

/** Sentences about operators and safety texts, by attribute. */
export const safetyProblems = (sentences: Readonly<Record<string, string>>): Problems =>
  Object.fromEntries(
    Object.entries(sentences).map(([field, sentence]) => [
      field,
      problem('safety_incomplete', { about: field.replace(/^attributes\./, ''), sentence }),
    ]),
  )
