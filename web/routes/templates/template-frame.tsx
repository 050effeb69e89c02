import { useParams } from '@tanstack/react-router'
import { TemplatePage } from '#web/features/templates/template-page.tsx'
import { RulesOver } from '../rules-over.tsx'

/** The template's page, with its rules over it where the address asks for them. */
export function TemplateFrame() {
  const { templateId } = useParams({ from: '/template/$templateId' })
  return (
    <>
      <TemplatePage />
      {/^\d+$/.test(templateId) && <RulesOver templateId={Number(templateId)} />}
    </>
  )
}
