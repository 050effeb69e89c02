export function SelectClientPage() {
  return <main><h1>SelectClientPage</h1></main>
}
