import { type Safety, warningsFor } from '#domain/safety/safety.ts'

/** Etsy checks each value that it is sent at once, so nothing is sent half-filled. What the two `_type` fields hold is not published. */
export function safetyText(safety: Safety | undefined): Record<string, string> {
  const { manufacturer, responsible_person: responsible } = safety?.operators ?? {}
  if (!safety || !manufacturer?.externalId || !responsible?.externalId) return {}
  const warnings = warningsFor(safety, 'en')
  return {
    gpsr_manufacturer_id: manufacturer.externalId,
    gpsr_responsible_person_id: responsible.externalId,
    ...(warnings && { gpsr_safety_warnings: warnings }),
  }
}
