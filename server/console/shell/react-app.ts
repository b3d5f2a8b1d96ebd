import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import type { HttpContext } from '#server/http/environment.ts'

import type { Visit } from './visit.ts'

type Handler = (request: Request, visit: Visit) => Promise<Response>
type Bundle = { entry: { module: { createHandler: (bundle: Bundle) => Handler } } }

/** Built by scripts/build-admin.mjs. */
export const BUILD_DIR = path.resolve(import.meta.dirname, '..', '..', '..', 'build-admin')

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
	`default-src 'none'; style-src 'self'; script-src 'self' 'nonce-${nonce}'; connect-src 'self'; font-src 'self'; img-src 'self' data:; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

/** Headers of each answer of the app, beside those of every answer of the server. */
function withHeaders(c: HttpContext, { body, status, headers }: Response, nonce: string): Response {
	for (const [name, value] of headers) c.header(name, value)
	c.header('Content-Security-Policy', policyOf(nonce))
	c.header('Referrer-Policy', 'same-origin')
	return c.newResponse(body, status as 200)
}

/** The data of a page, for navigation without a new document. */
export const asksData = (c: HttpContext): boolean => new URL(c.req.url).pathname.endsWith('.data')

type Asked = Omit<Visit, 'nonce'> & {
	/** A page to be shown in place of the address that was asked for, with this status. */
	instead?: { url: URL; status: number }
}

/**
 * Has the React app answer. The request has the site's address, whatever proxy it came through, and no body: forms are read by
 * `submit` alone.
 */
export async function answerByReact(c: HttpContext, { instead, ...visit }: Asked): Promise<Response> {
	const handle = await loadOnce()
	const nonce = randomBytes(16).toString('base64')
	const { pathname, search } = instead?.url ?? new URL(c.req.url)
	const request = new Request(new URL(pathname + search, c.var.ctx.config.siteUrl), {
		method: instead ? 'GET' : c.req.method,
		headers: { ...(c.req.header('origin') !== undefined && { origin: c.req.header('origin') ?? '' }) },
	})
	const answer = await handle(request, { ...visit, nonce })
	return withHeaders(c, instead ? new Response(answer.body, { status: instead.status, headers: answer.headers }) : answer, nonce)
}
