import type { Draft, DraftVariation, Template } from '../page/draft.ts'

export interface VariationsProps {
  template: Template
  draft: Draft
  onChange: (variations: DraftVariation[]) => void
  /** Sentences of the server, by row and field. */
  errorOf: (index: number, field: string) => string | undefined
}
