/** The sandbox's pages have one inline stylesheet, allowed by its hash: they must work before any web build exists. */
export const DEV_STYLE = `
:root { color-scheme: light dark; --ground: #fbf6ec; --ink: #1f2430; --line: #cfc4ae; --accent: #b83a1b }
@media (prefers-color-scheme: dark) { :root { --ground: #161a24; --ink: #f3ecdf; --line: #454b5c; --accent: #ff9d7a } }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: var(--ground); color: var(--ink) }
.bar { margin: 0; padding: .5rem 1rem; border-bottom: 3px solid var(--accent); font-weight: 700 }
main { max-width: 60rem; margin: 0 auto; padding: 1rem }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center }
input, button { font: inherit; min-height: 44px; padding: 0 .75rem; border: 1px solid var(--ink); background: transparent; color: inherit }
input { flex: 1 1 16rem; min-width: 0 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
ul { list-style: none; padding: 0 }
a { color: inherit }
iframe { display: block; width: 100%; height: 40rem; border: 1px solid var(--line); background: #fff }
li { border-top: 1px solid var(--line); padding: 1rem 0 }
h2 { font-size: 1.15rem; margin: 0 0 .5rem }
dl { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0 }
dl div { display: flex; gap: .5rem }
dt { font-weight: 700 } dd { margin: 0; overflow-wrap: anywhere }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 15px/1.5 ui-monospace, monospace; margin: .75rem 0 0 }
`
