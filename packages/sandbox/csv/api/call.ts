import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import type { File, User } from '../state.ts'

/** One call about a spreadsheet, its token already checked. */
export interface Call {
  context: SimContext
  request: SimRequest
  user: User
  file: File
  /** The range in the path, where there is one. */
  range: string
}
export type Handler = (call: Call) => SimAnswer
