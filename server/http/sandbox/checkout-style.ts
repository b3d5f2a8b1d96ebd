/** The page stands in for the provider's, in the shop's colors as there: a small copy of the palette, which needs no build. */
export const CHECKOUT_STYLE = `
@font-face { font-family: Besley; src: url('/sandbox/besley.woff2') format('woff2'); font-weight: 400 600; font-display: swap }
:root { color-scheme: light; --ground: #f7f0e1; --raised: #fcf8ee; --sunk: #eee3cc; --ink: #1b2333; --soft: #4c5163; --line: #d8cbb0;
  --edge: #807a6b; --accent: #cc3b14; --on-accent: #fff6e9; --accent-ink: #b3310d; --sun: #f2b134; --on-sun: #1b2333; --danger: #a3182b; --focus: #1b2333 }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; --ground: #141a2a; --raised: #1d2437; --sunk: #0e1320; --ink: #f4ead6;
  --soft: #c1b9aa; --line: #333b50; --edge: #8a8579; --accent: #ff8457; --on-accent: #1a1420; --accent-ink: #ff9a73; --sun: #f5bc4b;
  --danger: #ff9c97; --focus: #f5bc4b } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.6 Besley, Georgia, 'Times New Roman', serif; overflow-wrap: break-word }
.test-mode { margin: 0; padding: .55rem 1rem; background: repeating-linear-gradient(135deg, var(--sun) 0 16px, #e2a01f 16px 32px); color: var(--on-sun);
  text-align: center; font-weight: 700 }
.brand { display: flex; align-items: center; gap: .625rem; max-width: 62rem; margin: 0 auto; padding: 1rem clamp(1.125rem, 4vw, 2.5rem) 0; font-size: 1.25rem;
  font-weight: 700; letter-spacing: -.025em }
main { max-width: 62rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 3rem) clamp(1.125rem, 4vw, 2.5rem) 4rem }
h1 { margin: 0 0 1.5rem; font-size: clamp(1.75rem, 1.4rem + 1.5vw, 2.375rem); line-height: 1.12; letter-spacing: -.018em }
h2 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.25 }
.lead { margin: 0 0 2rem; color: var(--soft) }
form, .closed { display: grid; gap: 2rem }
@media (min-width: 54rem) { form { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); gap: 4rem } .summary { grid-column: 1; grid-row: 1 } .pay { grid-column: 2; grid-row: 1 } }
fieldset { min-width: 0; margin: 0 0 1.75rem; padding: 0; border: 0 }
legend { padding: 0; margin-bottom: .75rem; font-size: 1.375rem; font-weight: 700; line-height: 1.25 }
.field { display: grid; gap: .35rem; margin-bottom: 1rem; align-content: start }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem }
label { font-weight: 700 }
input { font: inherit; width: 100%; min-width: 0; min-height: 3rem; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: 3px;
  background: var(--raised); color: inherit }
input[readonly] { background: var(--sunk) }
input[aria-invalid='true'] { border: 2px solid var(--danger) }
::placeholder { color: var(--soft); opacity: 1 }
.error { margin: 0; color: var(--danger); font-weight: 700 }
.hint { margin: 0; color: var(--soft) }
.alert { margin: 0 0 1.5rem; padding: .75rem 1rem; border: 2px solid var(--danger); border-radius: 3px; font-weight: 700 }
.notice { margin: 0 0 1.5rem; padding: .75rem 1rem; border-left: 4px solid var(--sun); background: var(--raised) }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 3rem; padding: .5rem 1.25rem; border: 2px solid var(--ink);
  border-radius: 3px; background: transparent; color: var(--ink); font: inherit; font-weight: 700; text-decoration: none; cursor: pointer }
button:hover, .button:hover { background: var(--sunk) }
.primary { width: 100%; border-color: var(--accent); background: var(--accent); color: var(--on-accent); font-size: 1.25rem }
.primary:hover { border-color: var(--ink); background: var(--accent) }
summary { min-height: 2.75rem; padding: .6rem 0; color: var(--accent-ink); text-decoration: underline; text-underline-offset: .22em; cursor: pointer }
details { margin-bottom: 1rem } details .hint { margin-bottom: .75rem }
.cards { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .5rem; margin: 0 0 1.25rem; padding: 0; list-style: none }
.cards button { width: 100%; display: grid; justify-items: start; justify-content: start; gap: 0; padding: .4rem .75rem; border: 1px solid var(--edge); background: var(--raised);
  text-align: left; font-weight: 400; line-height: 1.35 }
.cards b { font-weight: 700 }
.cards span { color: var(--soft); font-variant-numeric: tabular-nums }
.code { display: grid; grid-template-columns: 1fr auto; gap: .5rem }
dl { margin: 0 0 1.5rem; border-top: 2px solid var(--ink) }
dl div { display: flex; justify-content: space-between; gap: 1rem; padding: .65rem 0; border-bottom: 1px solid var(--line) }
dt { min-width: 0 } dd { margin: 0; white-space: nowrap; font-variant-numeric: tabular-nums }
.off { color: var(--accent-ink) }
.total { font-size: 1.375rem; font-weight: 700; border-bottom: 2px solid var(--ink) }
.link { min-height: 2.75rem; padding: 0; border: 0; font-weight: 400; text-decoration: underline; text-decoration-color: var(--accent); text-underline-offset: .22em }
.link:hover { background: none; color: var(--accent-ink) }
.note { margin: 0 0 1rem; padding: .75rem 1rem; border-left: 4px solid var(--sun); background: var(--raised) }
a { color: var(--accent-ink) }
.tick { display: grid; grid-template-columns: 1.5rem 1fr; gap: .75rem; align-items: start; padding: .5rem 0; font-weight: 400; cursor: pointer }
.tick input { width: 1.5rem; min-height: 1.5rem; margin: .1rem 0 0; accent-color: var(--accent) }
section { margin-bottom: 2.5rem }
.payments { margin: 0; padding: 0; list-style: none; border-top: 2px solid var(--ink) }
.payments li { padding: .65rem 0; border-bottom: 1px solid var(--line) }
.payments p { margin: 0 0 .5rem } .payments span { color: var(--soft) }
form.closed { grid-template-columns: minmax(0, 1fr) }
.inline { display: inline-block; margin: 0 .35rem .35rem 0 }
dl dd { text-align: right; white-space: normal }
.cancel { margin: 1rem 0 0; text-align: center }
.enter { position: absolute; width: 1px; height: 1px; min-height: 0; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%) }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px }
`
