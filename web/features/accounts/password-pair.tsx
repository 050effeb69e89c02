import { useState } from 'react'
import { isStrong, mismatch, weakHint, weakRefusal } from '#domain/accounts/password.ts'
import { Field } from '#web/outside/field.tsx'

export interface NewPassword {
  password: string
  again: string
}

/** Why a new password is not taken, as a sentence for the whole form. */
export const refusalOf = ({ password, again }: NewPassword): string | undefined =>
  !isStrong(password) ? weakRefusal : password !== again ? mismatch : undefined

interface Props {
  labels: readonly [string, string]
  value: NewPassword
  onChange: (change: Partial<NewPassword>) => void
  /** Whether the form was sent already: then both say what is wrong, left or not. */
  tried: boolean
}

/** A new password, typed twice; each field says what is wrong once it was left. */
export function PasswordPair({ labels: [first, second], value: { password, again }, onChange, tried }: Props) {
  const [left, setLeft] = useState({ password: false, again: false })
  return (
    <>
      <Field
        label={first}
        type="password"
        autoComplete="new-password"
        required
        value={password}
        onChange={(next) => onChange({ password: next })}
        onBlur={() => setLeft({ ...left, password: true })}
        error={(left.password || tried) && password && !isStrong(password) ? weakHint : undefined}
        hint="At least 9 characters, with an uppercase and a lowercase letter, a number and a special character."
      />
      <Field
        label={second}
        type="password"
        autoComplete="new-password"
        required
        value={again}
        onChange={(next) => onChange({ again: next })}
        onBlur={() => setLeft({ ...left, again: true })}
        error={(left.again || tried) && again && again !== password ? mismatch : undefined}
      />
    </>
  )
}
