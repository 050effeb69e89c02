import { createContext, use } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import type { getTemplate } from '#contract/templates.ts'

export type Template = CallReply<typeof getTemplate>

export const OpenedTemplate = createContext<Template | null>(null)

/** The template of the page around a tab. */
export function useTemplate(): Template {
  const template = use(OpenedTemplate)
  if (!template) throw new Error('A template tab stands inside the template page.')
  return template
}
