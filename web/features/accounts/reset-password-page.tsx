import { useEffect, useState } from 'react'
import { resetPassword } from '#web/outside/endpoints.ts'
import { isStrong, mismatch, weakHint, weakRefusal } from '#domain/accounts/password.ts'
import { call } from '#web/call.ts'
import { AuthLayout } from '#web/outside/auth-layout.tsx'
import auth from '#web/outside/auth.module.css'
import { Field } from '#web/outside/field.tsx'
import plain from '#web/outside/plain.module.css'
import { hashed } from '#web/outside/sign-in.ts'
import { useTask } from '#web/outside/use-task.tsx'
import { parseSearch, text } from '#web/search.ts'

/** Time to read that it worked, in milliseconds (ACC-116). */
const redirectMs = 2000

const arrival = parseSearch(location.search)
const uuid = text(arrival.uuid)
const code = text(arrival.code)

export function ResetPasswordPage() {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [left, setLeft] = useState(false)
  const task = useTask()
  useEffect(() => {
    if (!code) location.replace('/forgotPassword')
  }, [])
  const weak = left && password && !isStrong(password) ? weakHint : undefined
  const different = left && again && again !== password ? mismatch : undefined
  const submit = () => {
    setLeft(true)
    if (!uuid || !code || !password || !again) return
    if (!isStrong(password)) return task.fail(weakRefusal)
    if (password !== again) return task.fail(mismatch)
    task.run(async () => {
      await call(resetPassword, { body: { uuid, code, password: hashed(password), checkPassword: hashed(again) } })
      task.succeed('Successfully reset password. Redirecting to login')
      setTimeout(() => location.assign('/login'), redirectMs)
    })
  }
  return (
    <AuthLayout title="Reset password" lead="All your open sessions end with it.">
      <form
        className={auth.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field
          label="New Password"
          type="password"
          autoComplete="new-password"
          required
          value={password}
          onChange={setPassword}
          onBlur={() => setLeft(true)}
          error={weak}
          hint="More than 8 characters, with an uppercase and a lowercase letter, a number and a special character."
        />
        <Field
          label="Confirm New Password"
          type="password"
          autoComplete="new-password"
          required
          value={again}
          onChange={setAgain}
          error={different}
        />
        <div className={auth.buttons}>
          <a href="/login" className={plain.secondary}>
            Back
          </a>
          <button type="submit" className={plain.primary} disabled={task.busy}>
            Reset Password
          </button>
        </div>
      </form>
      {task.notice}
    </AuthLayout>
  )
}
