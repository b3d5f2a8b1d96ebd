import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import type { HttpContext } from '#server/http/environment.ts'

import { brandStyle, BUILD_DIR } from './assets.ts'
import { presentError } from './present-error.ts'

/** A page without a session: the server gives all it shows, and it loads no script of the bundle. */
export type Given<Page = object> = Page & {
	siteName: string
	/** Address of the style sheet with the brand's colors. */
	brandStyle: string
}

/** One request, handed to the React app (app/admin). The console adds its part (server/console/shell/visit.ts). */
export type Visit = {
	/** Allows our own inline scripts in this document alone; empty where none may run. */
	nonce: string
	/** Pattern of the authorized page; left out for an action. The app refuses to run a route that matches another. */
	pattern?: string
	/** A redirect to the sign-in, or why the request is refused. */
	refusal?: Response | Error
	given?: Given
	/** Public text of an error. An unexpected one is logged. */
	present: (error: unknown) => { message: string; status: number }
}

type Handler = (request: Request, visit: Visit) => Promise<Response>
type Bundle = { entry: { module: { createHandler: (bundle: Bundle) => Handler } } }

/** Loaded by the first page that needs it: without a request for the console, its sign-in included, no React is in memory. */
let loading: Promise<Handler> | null = null

async function load(): Promise<Handler> {
	const file = path.join(BUILD_DIR, 'server', 'index.js')
	if (!existsSync(file)) throw new Error('The console is not built. Run npm run build.')
	const bundle = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Bundle
	return bundle.entry.module.createHandler(bundle)
}

function loadOnce(): Promise<Handler> {
	loading ??= load().catch((error: unknown) => {
		loading = null
		throw error
	})
	return loading
}

const policyOf = (nonce: string) =>
	`default-src 'none'; style-src 'self'; script-src 'self' 'nonce-${nonce}'; connect-src 'self'; font-src 'self'; img-src 'self' data:; media-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

/** No script at all. `form-action` covers the redirects after a form, which lead to the site. */
const scriptlessPolicy = (siteUrl: string) =>
	`default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self' ${siteUrl}; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'`

/** Adds the app's headers to those of every answer of the server. */
function withHeaders(c: HttpContext, { body, status, headers }: Response, nonce: string): Response {
	for (const [name, value] of headers) c.header(name, value)
	c.header('Content-Security-Policy', nonce === '' ? scriptlessPolicy(c.var.ctx.config.siteUrl) : policyOf(nonce))
	c.header('Referrer-Policy', 'same-origin')
	return c.newResponse(body, status as 200)
}

/** The data of a page, for navigation without a new document. */
export const asksData = (c: HttpContext): boolean => new URL(c.req.url).pathname.endsWith('.data')

export type Asked = Partial<Visit> & {
	/** A page to be shown in place of the address that was asked for, with this status. */
	instead?: { url: URL; status: number }
}

/**
 * Lets the React app answer. The request has the site's address, whatever proxy it came through, and no body: forms are read by `submit`
 * alone.
 */
export async function answerByReact(c: HttpContext, { instead, nonce = randomBytes(16).toString('base64'), ...visit }: Asked) {
	const handle = await loadOnce()
	const { pathname, search } = instead?.url ?? new URL(c.req.url)
	const request = new Request(new URL(pathname + search, c.var.ctx.config.siteUrl), {
		method: instead ? 'GET' : c.req.method,
		headers: { ...(c.req.header('origin') !== undefined && { origin: c.req.header('origin') ?? '' }) },
	})
	const { status, headers, body } = await handle(request, { present: (error) => presentError(c, error), ...visit, nonce })
	return withHeaders(c, new Response(body, { status: status === 200 && instead ? instead.status : status, headers }), nonce)
}

type Shown = { route: string; status?: number; isScriptless?: boolean }

/** Shows a page without a session; `route` is its path in app/admin/routes.ts, whatever address was asked for. */
export const showGiven = (c: HttpContext, page: object, { route, status = 200, isScriptless = false }: Shown): Promise<Response> =>
	answerByReact(c, {
		pattern: route,
		given: { ...page, siteName: c.var.ctx.content.site.name, brandStyle: brandStyle(c.var.ctx.content).href },
		instead: { url: new URL(route, c.var.ctx.config.siteUrl), status },
		...(isScriptless && { nonce: '' }),
	})
