import type { Hono } from 'hono'

import { limitBody } from '#server/http/body-limit.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { asksData } from '#server/http/react/answer-by-react.ts'

import type { ConsoleActionRequest } from './console-request.ts'
import { findFailure, showFailedForm } from './failed-form.ts'
import { requireConsoleSession, requireOwnForm, requireStepUp } from './guard.ts'
import type { Role } from './role.ts'
import { runAction, runOwnAction } from './run-action.ts'
import { answerByConsole, type Submitted } from './visit.ts'
import { wantsJson } from './wants-json.ts'

type Answer = Response | Promise<Response>
export type Action = (request: ConsoleActionRequest, fields: Readonly<Record<string, string>>) => Answer

/** The fields come from a form that was proven to be ours. */
type Prepare = (request: ConsoleActionRequest, fields: Readonly<Record<string, string>>) => Action | Promise<Action>

type Place = { path: string; /** The least that may use it. */ role: Role }
/** A page, or a file. */
type PageRoute = Place & {
	method: 'GET'
	/** null for a page of the React app (app/admin). */ answer: ((request: ConsoleActionRequest) => Answer) | null
}
type ActionRoute = Place & {
	method: 'POST'
	/** Runs before the transaction of the action that it returns. */
	prepare: Prepare
	/** Asks for the second factor again. */
	isGuarded?: boolean
	bodyBytes?: number
	/** It has effects outside the database, and takes care of its transactions itself. */
	ownsTransaction?: boolean
	/** Reads a large body piece by piece, checks whose form it is, and takes care of its transaction. */
	receive?: (request: ConsoleActionRequest) => Promise<Response>
}
export type ConsoleRoute = PageRoute | ActionRoute

/** A file, or a document inside a frame. */
export const page = (path: string, role: Role, answer: (request: ConsoleActionRequest) => Answer): ConsoleRoute => ({
	method: 'GET',
	path,
	role,
	answer,
})

/** A page of the React app: app/admin/routes.ts has the same path. */
export const reactPage = (path: string, role: Role): ConsoleRoute => ({ method: 'GET', path, role, answer: null })

/** Handles a form, in one transaction with its activity-log entry. It is read only after it was proven to be ours. */
export const action = (path: string, role: Role, act: Action): ActionRoute => ({ method: 'POST', path, role, prepare: () => act })

/**
 * Action that calls a slow provider first: neither a connection nor a lock waits for it. Or one that conditionally asks for the second
 * factor: wrong codes are counted, also when nothing else is done.
 * @param prepare does this, changes nothing else, and returns what the transaction does
 */
export const actionAfterCall = (path: string, role: Role, prepare: Prepare): ConsoleRoute => ({
	method: 'POST',
	path,
	role,
	prepare,
})

/** An action where money moves, access ends or data is erased: for operators, with the second factor freshly shown. */
export const guardedAction = (path: string, act: Action): ActionRoute => ({ ...action(path, 'operator', act), isGuarded: true })

/** The same that calls a provider first. */
export const guardedActionAfterCall = (path: string, prepare: Prepare): ConsoleRoute => ({
	method: 'POST',
	path,
	role: 'operator',
	prepare,
	isGuarded: true,
})

/** An action with a file of at most `bodyBytes`: `work.c.req.parseBody()` gives it. For operators. */
export const upload = (path: string, bodyBytes: number, act: Action): ConsoleRoute => ({ ...action(path, 'operator', act), bodyBytes })

/** An action with a file that may be too large for memory: `receive` reads the body. For operators. */
export const largeUpload = (path: string, receive: (request: ConsoleActionRequest) => Promise<Response>): ConsoleRoute => ({
	...action(path, 'operator', () => {
		throw new Error('the body is read by `receive`')
	}),
	receive,
})

/** An action that also has effects outside the database. It keeps its own transactions, and logs in the one that decides. */
export const withOwnTransaction = (route: ActionRoute): ConsoleRoute => ({ ...route, ownsTransaction: true })

const FORM_BYTES = 256 * 1024

const openFully = async (c: HttpContext, role: Role): Promise<ConsoleActionRequest | Response> => {
	const opened = await requireConsoleSession(c, role)
	return opened instanceof Response ? opened : { ...opened, outside: opened.ctx, afterCommit: (run) => void run() }
}

/** Everything between a form and its action: who sent it, from where, the token, the second factor, the transaction. */
async function submit(c: HttpContext, route: ActionRoute): Promise<Response> {
	const request = await openFully(c, route.role)
	if (request instanceof Response) return request
	if (route.receive) return route.receive(request)
	const fields = await requireOwnForm(c, request.by)
	if (route.isGuarded) await requireStepUp(request, fields)
	const act = await route.prepare(request, fields)
	return (route.ownsTransaction ? runOwnAction : runAction)(request, (inside) => act(inside, fields))
}

async function answerPage(c: HttpContext, { answer, path, role }: PageRoute): Promise<Response> {
	if (answer) {
		const request = await openFully(c, role)
		return request instanceof Response ? request : answer(request)
	}
	const opened = await openFully(c, role).catch((error: Error) => error)
	// A document is answered unchanged; only a page's data has the app's own format.
	if (opened instanceof Response && !asksData(c)) return opened
	const isRefused = opened instanceof Response || opened instanceof Error
	return answerByConsole(c, { pattern: path, ...(isRefused ? { refusal: opened } : { work: opened }) })
}

/** A large body that was refused unread is not read to show its form again. */
async function dropBody(c: HttpContext): Promise<void> {
	if (c.req.bodyCache.formData) return
	c.req.bodyCache.formData = new FormData()
	await c.req.raw.body?.cancel().catch(() => {})
}

async function answerAction(c: HttpContext, route: ActionRoute, pages: readonly Place[]): Promise<Response> {
	if (wantsJson(c)) return submit(c, route)
	const attempt = async (): Promise<Submitted> => {
		try {
			return await submit(c, route)
		} catch (error) {
			if (route.receive) await dropBody(c)
			return findFailure(c, error)
		}
	}
	if (asksData(c)) return answerByConsole(c, { submit: attempt })
	try {
		return await submit(c, route)
	} catch (error) {
		if (route.receive) await dropBody(c)
		const shown = await showFailedForm(c, error, pages)
		if (shown) return shown
		throw error
	}
}

/** Every route of the console passes the same guard. */
export function mountRoutes(app: Hono<HttpEnv>, routes: readonly ConsoleRoute[]): void {
	const limit = limitRate({ name: 'console', points: 1200, seconds: 300 })
	const usualBody = limitBody(FORM_BYTES)
	const pages = routes.filter((route) => route.method === 'GET' && route.answer === null)
	for (const route of routes)
		if (route.method === 'GET') app.get(route.path, limit, (c) => answerPage(c, route))
		else {
			if (route.receive) {
				app.post(route.path, limit, (c) => answerAction(c, route, pages))
				continue
			}
			const body = route.bodyBytes === undefined ? usualBody : limitBody(route.bodyBytes)
			app.post(route.path, limit, body, (c) => answerAction(c, route, pages))
		}
}
