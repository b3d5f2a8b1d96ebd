import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { segmentShapes } from '#contracts/paths.ts'
import type { App } from '#server/pages/app.ts'
import { readBuiltFiles } from '#server/pages/built-files.ts'
import { createPageServer } from '#server/pages/serve-pages.ts'

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

/** Stand-in for the React app. @param rendered number of renders by path */
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

function makeBuild(): string {
	const dir = mkdtempSync(join(tmpdir(), 'launchway-build-'))
	const write = (file: string, text: string) => {
		mkdirSync(dirname(join(dir, file)), { recursive: true })
		writeFileSync(join(dir, file), text)
	}
	write('client/assets/root-abc123.js', 'export {}')
	write('client/media/welcome.mp4', '0123456789')
	write('.stamp', 'built')
	return dir
}

export const files = readBuiltFiles(makeBuild(), { siteUrl: 'https://academy.test' })
export const options = {
	siteUrl: 'https://academy.test',
	hstsIncludesSubdomains: false,
	rendersAhead: true,
	appPaths: ['/orders/:orderId', '/certificates/:id'],
	segmentShapes,
	captcha: null,
	log: { error: (message: string, details?: object) => expect.fail(`${message} ${JSON.stringify(details)}`) },
}
export const open = (app = makeApp()) => createPageServer(async () => app, files, options)
const site = open()

/** Returns the responses of a site with this app. */
export async function answer(path: string, init: RequestInit = {}, pages = site): Promise<Response> {
	const response = await pages.serve(new Request(`http://127.0.0.1:3000${path}`, init), loadedContent)
	if (!response) throw new Error(`${path} was not answered`)
	return response
}
