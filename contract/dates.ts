import { z } from 'zod'

/** Every year that a calendar shows and a database holds. */
const [FIRST_MS, LAST_MS] = [Date.parse('1970-01-01T00:00:00Z'), Date.parse('9999-12-31T00:00:00Z')]
export const NO_DATE = 'Enter a valid date.'
export const FAR_DATE = 'Enter a date between the years 1970 and 9999.'

/** Whether a moment is in the years 1970 to 9999. */
export const isNear = (ms: number) => ms >= FIRST_MS && ms <= LAST_MS

/** A day (2026-11-21) or a moment, or blank, as an address or a form has it. */
export const DateText = z
  .string()
  .max(40)
  .superRefine((text, c) => {
    const at = Date.parse(text)
    if (text.trim() === '') return
    if (Number.isNaN(at)) c.addIssue({ code: 'custom', message: NO_DATE })
    else if (!isNear(at)) c.addIssue({ code: 'custom', message: FAR_DATE })
  })
