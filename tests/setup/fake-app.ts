import type { App } from '#server/pages/app.ts'

const COLORS =
	':root{--accent:#cc3b14;--accent-hover:#a92e0c;--on-accent:#fff6e9;--accent-ink:#b3310d}' +
	'[data-theme=dark]{--accent:#ff8457;--accent-hover:#ffa07c;--on-accent:#1a1420;--accent-ink:#ff9a73}'
export const CSS = `@layer base{${COLORS}p{color:red}}@layer components{.dialog{margin:0}.page{margin:0}}`
const SCRIPT =
	'<script type="module" async="">import * as route0 from "/assets/root.js";window.__reactRouterRouteModules = {"root":route0};import("/assets/entry.js");</script>'

const BODIES: Record<string, string> = {
	'/': `<title>Home</title></head><body><p class="page">${'way '.repeat(100)}</p>`,
	'/modules':
		'<title>Modules</title><link rel="canonical" href="https://origin.invalid/modules"/></head><body><a href="https://share.test/?u=https%3A%2F%2Forigin.invalid%2F">x</a>',
	'/404': '<title>Lost</title><meta name="robots" content="noindex"/></head><body>',
	'/dashboard': '<title>Dashboard</title><meta name="robots" content="noindex"/></head><body>',
	'/orders/any': '<title>App</title></head><body>',
	'/certificates/any': '<title>App</title></head><body>',
}

/** What the React app would render. @param rendered counts the renderings by path */
export function makeApp(rendered = new Map<string, number>()): App {
	return {
		css: CSS,
		patterns: ['/', '/modules', '/dashboard', '/orders/:orderId', '/certificates/:id', '/404', '/*'],
		async render({ url }, { site }) {
			const { pathname } = new URL(url)
			rendered.set(pathname, (rendered.get(pathname) ?? 0) + 1)
			if (pathname.endsWith('.data')) return new Response(`["${site.name}"]`)
			const body = BODIES[pathname] ?? '<title>Other</title><meta name="robots" content="noindex"/></head><body>'
			return new Response(`<html><head>${body}<h1>${site.name}</h1>${SCRIPT}</body></html>`)
		},
	}
}
