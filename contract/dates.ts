import { z } from 'zod'

/** Every year that a calendar shows and a database holds. */
const [FIRST_MS, LAST_MS] = [Date.parse('1970-01-01T00:00:00Z'), Date.parse('9999-12-31T00:00:00Z')]
export const NO_DATE = 'Enter a valid date.'
export const FAR_DATE = 'Enter a date between the years 1970 and 9999.'

/** Whether a moment is in the years 1970 to 9999. */
export const isNear = (ms: number) => ms >= FIRST_MS && ms <= LAST_MS

/** The beginning of a day like 2026-11-21; not a number of any other text, or of a day that no calendar has. */
export function dayMs(text: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  // The 31st of February is read as the 3rd of March.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? Number.NaN : at
}

/** A day (2026-11-21) or a moment, or blank, as an address or a form has it. */
export const DateText = z
  .string()
  .max(40)
  .superRefine((text, c) => {
    const trimmed = text.trim()
    if (trimmed === '') return
    const day = /^\d{4}-\d{2}-\d{2}/.exec(trimmed)?.[0]
    const at = day !== undefined && Number.isNaN(dayMs(day)) ? Number.NaN : Date.parse(trimmed)
    if (Number.isNaN(at)) c.addIssue({ code: 'custom', message: NO_DATE })
    else if (!isNear(at)) c.addIssue({ code: 'custom', message: FAR_DATE })
  })
