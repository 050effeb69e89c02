/** One line without characters that steer a terminal: texts of buyers and channels may hold any. */
export const clean = (value: unknown): string =>
  String(value ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')

/** JSON lets the control characters above ASCII stand. */
export const escaped = (json: string): string =>
  json.replaceAll(/[\u007f-\u009f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
