const rules = [/\p{Lu}/u, /\p{Ll}/u, /\d/, /[^\p{L}\d\s]/u]

/** ACC-087..ACC-093: upper case, lower case, digit, special character, and more than 8 characters. */
export const isStrong = (password: string): boolean => password.length > 8 && rules.every((rule) => rule.test(password))

/** Said beside the field while typing (ACC-094). */
export const weakHint = 'Password must be 8 characters long and include an uppercase, number, and special character.'
/** Said when such a password is submitted (ACC-095). */
export const weakRefusal =
  'Must contain an uppercase, lowercase, number, special character, and be at least 8 characters long.'
export const mismatch = 'Passwords do not match.'

/** ACC-171: no spaces, an @, and a dot after it. */
export const isEmail = (email: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)
