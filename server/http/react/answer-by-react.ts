import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import type { HttpContext } from '#server/http/environment.ts'
import { withoutOutage } from '#server/http/outages.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'

import { brandStyle, BUILD_DIR, siteIcon } from './assets.ts'

/** Returns the public text and status of an error. Logs an unexpected one. */
export function presentError(c: HttpContext, thrown: unknown) {
	const { log, requestId } = c.var.ctx
	const error = withoutOutage(c, thrown instanceof Error ? thrown : new Error(String(thrown)))
	if (error instanceof ServiceError) {
		const { retryAfterSeconds } = error.details
		if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
		return { error, message: error.message, status: HTTP_STATUS[error.kind] }
	}
	log.error('request failed', { method: c.req.method, path: c.req.path, error })
	return { error, message: `Something went wrong on our side. The server log has the details under ${requestId}.`, status: 500 as const }
}

/** Data of a page without a session. The page gets everything from the server and loads no scripts of the bundle. */
export type StandaloneData<Page = object> = Page & {
	siteName: string
	/** URL of the style sheet with the brand's colors. */
	brandStyle: string
	/** URL of the site's icon. */
	icon: string
}

/** Context of a request that the React app (app/admin) renders. The console adds to it (server/console/shell/visit.ts). */
export type Visit = {
	/** Nonce for our inline scripts; empty if no scripts may run. */
	nonce: string
	/** Route of the page whose access was checked; absent for an action. The app refuses to run any other route. */
	pattern?: string
	/** Redirect to the sign-in page, or the error to show. */
	refusal?: Response | Error
	given?: StandaloneData
	/** Returns the public text of an error. Logs an unexpected one. */
	presentError: (error: unknown) => { message: string; status: number }
}

type Handler = (request: Request, visit: Visit) => Promise<Response>
type Bundle = { entry: { module: { createHandler: (bundle: Bundle) => Handler } } }

/** The React bundle, loaded at first use, so that a process that never serves the console doesn't hold it in memory. */
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

/** Returns the CSP of a page without scripts. `form-action` includes the site, to which forms redirect. */
const scriptlessPolicy = (siteUrl: string) =>
	`default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self' ${siteUrl}; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'`

function withHeaders(c: HttpContext, { body, status, headers }: Response, nonce: string): Response {
	for (const [name, value] of headers) c.header(name, value)
	c.header('Content-Security-Policy', nonce === '' ? scriptlessPolicy(c.var.ctx.config.siteUrl) : policyOf(nonce))
	c.header('Referrer-Policy', 'same-origin')
	return c.newResponse(body, status as 200)
}

/** True for a request for a page's data, which client-side navigation sends. */
export const isDataRequest = (c: HttpContext): boolean => new URL(c.req.url).pathname.endsWith('.data')

export type RenderRequest = Partial<Visit> & {
	/** Page shown instead of the requested one. */
	instead?: { url: URL; status: number }
}

/**
 * Renders a page of the React app. React gets the site's public URL, even behind a proxy, and no body: only `submit` reads forms.
 */
export async function renderWithReact(c: HttpContext, { instead, nonce = randomBytes(16).toString('base64'), ...visit }: RenderRequest) {
	const handle = await loadOnce()
	const { pathname, search } = instead?.url ?? new URL(c.req.url)
	const request = new Request(new URL(pathname + search, c.var.ctx.config.siteUrl), {
		method: instead ? 'GET' : c.req.method,
		headers: { ...(c.req.header('origin') !== undefined && { origin: c.req.header('origin') ?? '' }) },
	})
	const { status, headers, body } = await handle(request, { presentError: (error) => presentError(c, error), ...visit, nonce })
	return withHeaders(c, new Response(body, { status: status === 200 && instead ? instead.status : status, headers }), nonce)
}

type Shown = { route: string; status?: number; isScriptless?: boolean }

/** Renders a page without a session. `route` is its path in app/admin/routes.ts, regardless of the requested URL. */
export const renderStandalonePage = (
	c: HttpContext,
	page: object,
	{ route, status = 200, isScriptless = false }: Shown,
): Promise<Response> =>
	renderWithReact(c, {
		pattern: route,
		given: {
			...page,
			siteName: c.var.ctx.content.site.name,
			brandStyle: brandStyle(c.var.ctx.content).href,
			icon: siteIcon(c.var.ctx.content),
		},
		instead: { url: new URL(route, c.var.ctx.config.siteUrl), status },
		...(isScriptless && { nonce: '' }),
	})
