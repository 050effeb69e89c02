export function ConfirmEmailPage() {
  return <main><h1>ConfirmEmailPage</h1></main>
}
