import { useState } from 'react'
import { login, sendLoginEmail } from '#web/outside/endpoints.ts'
import { isEmail } from '#domain/accounts/password.ts'
import { ApiError, call, queryOf } from '#web/call.ts'
import { AuthLayout } from '#web/outside/auth-layout.tsx'
import auth from '#web/outside/auth.module.css'
import { Field } from '#web/outside/field.tsx'
import plain from '#web/outside/plain.module.css'
import { enter, hashed } from '#web/outside/sign-in.ts'
import { useTask } from '#web/outside/use-task.tsx'
import { parseSearch, text } from '#web/search.ts'
import { EmailField } from './auth-form.tsx'
import { CodeStep } from './code-step.tsx'
import { LinkStep } from './link-step.tsx'
import { ProviderButtons } from './sign-on/provider-buttons.tsx'

const arrival = parseSearch(location.search)
const redirectTo = text(arrival.redirectTo)
const link = { email: text(arrival.email), token: text(arrival.token) }
// A sign-in link works once; its secret must not stay in the address, the history or a screenshot.
if (link.token) history.replaceState(null, '', `/login${queryOf({ redirectTo })}`)

interface Attempt {
  email: string
  password: string
  accessToken?: string
  otp?: string
}

export function LoginPage() {
  const [email, setEmail] = useState(link.email ?? '')
  const [password, setPassword] = useState('')
  const [emailError, setEmailError] = useState<string>()
  /** What was right so far and only lacks the second factor. */
  const [half, setHalf] = useState<Attempt>()
  const [codeError, setCodeError] = useState<string>()
  /** A link may come from anybody: whose session it opens is decided by a press, not by a visit. */
  const [followed, setFollowed] = useState(false)
  const task = useTask()

  const signIn = (attempt: Attempt) =>
    task.run(async () => {
      setCodeError(undefined)
      try {
        await call(login, { body: attempt })
      } catch (error) {
        const code = error instanceof ApiError ? error.code : undefined
        if (code === 'second_factor_required') return setHalf(attempt)
        if (code === 'second_factor_wrong' && error instanceof ApiError) return setCodeError(error.message)
        // The password or the link is no longer good: the code alone cannot help.
        if (code === 'bad_credentials') setHalf(undefined)
        throw error
      }
      enter(redirectTo)
    })

  const validEmail = () => {
    const ok = isEmail(email.trim())
    setEmailError(ok ? undefined : 'Invalid email.')
    return ok
  }
  const mailLink = () => {
    if (!validEmail()) return
    task.run(async () => {
      await call(sendLoginEmail, { body: { email: email.trim() } })
      task.succeed('If there’s an account for this email, we’ve sent a login link. It expires in 30 minutes.')
    })
  }
  if (half)
    return (
      <CodeStep
        email={half.email}
        task={task}
        error={codeError}
        onCode={(otp) => signIn({ ...half, otp })}
        onBack={() => {
          setHalf(undefined)
          setCodeError(undefined)
        }}
      />
    )
  if (link.email && link.token && !followed)
    return (
      <LinkStep
        email={link.email}
        busy={task.busy}
        onSignIn={() => {
          setFollowed(true)
          signIn({ email: link.email ?? '', password: '', accessToken: link.token })
        }}
        onOther={() => setFollowed(true)}
      />
    )
  return (
    <AuthLayout title="Log in" lead="Everything you sell, in one place.">
      <form
        className={auth.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (validEmail()) signIn({ email: email.trim(), password: hashed(password) })
        }}
      >
        <EmailField value={email} onChange={setEmail} error={emailError} />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
          aside={<a href="/forgotPassword">Forgot password?</a>}
        />
        <button type="submit" className={plain.primary} disabled={task.busy}>
          {task.busy ? 'Logging in…' : 'Log In'}
        </button>
      </form>
      <p className={auth.center}>
        <button type="button" className={auth.textButton} onClick={mailLink} disabled={task.busy}>
          Email me a login link
        </button>
      </p>
      <ProviderButtons task={task} redirectTo={redirectTo} />
      <p className={auth.center}>
        New here? <a href="/createAccount">Sign Up</a>
      </p>
      {task.notice}
    </AuthLayout>
  )
}
