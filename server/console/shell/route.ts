import type { Hono } from 'hono'

import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitBody, limitRate } from '#server/http/limits.ts'
import { isDataRequest } from '#server/http/react/answer-by-react.ts'

import { type ConsoleActionRequest, requireReason } from './console-request.ts'
import { findFailure, showFailedForm } from './failed-form.ts'
import { requireConsoleSession, requireSessionForm, requireStepUp } from './guard.ts'
import { runAction, runWithOwnTransactions } from './run-action.ts'
import type { Role } from './session.ts'
import { renderConsolePage, type SubmitResult } from './visit.ts'

/** True if the client accepts JSON: our scripts and API clients expect `{ message }` instead of a page. */
export const wantsJson = (c: HttpContext): boolean => /^application\/json\b/.test(c.req.header('accept') ?? '')

type Answer = Response | Promise<Response>
export type Action = (request: ConsoleActionRequest, fields: Readonly<Record<string, string>>) => Answer

/** Prepares an action, with the fields of a form that passed the CSRF check. */
type Prepare = (request: ConsoleActionRequest, fields: Readonly<Record<string, string>>) => Action | Promise<Action>

/** @throws ServiceError with `details.fields` if a field is wrong */
type Check = (request: ConsoleActionRequest, fields: Readonly<Record<string, string>>) => void | Promise<void>

type Place = { path: string; /** Minimum role. */ role: Role }
type PageRoute = Place & {
	method: 'GET'
	/** null for a page of the React app (app/admin). */ answer: ((request: ConsoleActionRequest) => Answer) | null
}
type ActionRoute = Place & {
	method: 'POST'
	/** Runs before the transaction of the action that it returns. */
	prepare: Prepare
	isGuarded?: boolean
	/** False if the form's reason is optional. */
	needsReason?: boolean
	/** Checks fields before the transaction, so that their errors are shown along with a missing or wrong code. */
	check?: Check | undefined
	bodyBytes?: number
	/** True if the action has effects outside the database, and manages its transactions itself. */
	ownsTransaction?: boolean
	/** Streams a large body. It must do the CSRF check and manage the transaction itself. */
	receive?: (request: ConsoleActionRequest) => Promise<Response>
}
export type ConsoleRoute = PageRoute | ActionRoute

export const fileRoute = (path: string, role: Role, answer: (request: ConsoleActionRequest) => Answer): ConsoleRoute => ({
	method: 'GET',
	path,
	role,
	answer,
})

/** Creates the route of a React page. */
export const reactPage = (path: string, role: Role): ConsoleRoute => ({ method: 'GET', path, role, answer: null })

/** Creates the route of a form, handled in one transaction with its activity log entry, after the CSRF check. */
export const action = (path: string, role: Role, act: Action): ActionRoute => ({ method: 'POST', path, role, prepare: () => act })

/**
 * Creates the route of an action that calls a slow provider before the transaction, so neither a connection nor a lock waits
 * for it. Also use it for actions that only sometimes require a step-up: a wrong code must be counted even though the action is
 * rolled back.
 * @param prepare makes the call, changes nothing else, and returns the action to run in the transaction
 */
export const actionAfterCall = (path: string, role: Role, prepare: Prepare): ConsoleRoute => ({
	method: 'POST',
	path,
	role,
	prepare,
})

/** Creates the route of an action that moves money, ends access or erases data. Operators only, with a step-up. */
export const guardedAction = (path: string, act: Action, check?: Check): ActionRoute => ({
	...action(path, 'operator', act),
	isGuarded: true,
	check,
})

/** Creates a guarded action that calls a provider before its transaction (see `actionAfterCall`). */
export const guardedActionAfterCall = (path: string, prepare: Prepare): ConsoleRoute => ({
	method: 'POST',
	path,
	role: 'operator',
	prepare,
	isGuarded: true,
})

/** Creates the route of a file upload of at most `bodyBytes`, read with `request.c.req.parseBody()`. Operators only. */
export const uploadRoute = (path: string, bodyBytes: number, act: Action): ConsoleRoute => ({ ...action(path, 'operator', act), bodyBytes })

/** Creates the route of an upload that may be too large for memory: `receive` streams the body. Operators only. */
export const largeUpload = (path: string, receive: (request: ConsoleActionRequest) => Promise<Response>): ConsoleRoute => ({
	...action(path, 'operator', () => {
		throw new Error('the body is read by `receive`')
	}),
	receive,
})

/** Marks an action with effects outside the database. The action logs in the transaction with the decision. */
export const withOwnTransaction = (route: ActionRoute): ConsoleRoute => ({ ...route, ownsTransaction: true })

const FORM_BYTES = 256 * 1024

const openFully = async (c: HttpContext, role: Role): Promise<ConsoleActionRequest | Response> => {
	const opened = await requireConsoleSession(c, role)
	return opened instanceof Response ? opened : { ...opened, outside: opened.ctx, afterCommit: (run) => void run() }
}

/** Runs a form's action after all checks: session, role, CSRF token (`receive` checks it itself), step-up. */
async function submit(c: HttpContext, route: ActionRoute): Promise<Response> {
	const request = await openFully(c, route.role)
	if (request instanceof Response) return request
	if (route.receive) return route.receive(request)
	const fields = await requireSessionForm(c, request.by)
	const { needsReason = fields.reason !== undefined, check } = route
	if (route.isGuarded) await requireStepUp(request, fields, [() => needsReason && requireReason(fields), () => check?.(request, fields)])
	const act = await route.prepare(request, fields)
	return (route.ownsTransaction ? runWithOwnTransactions : runAction)(request, (inside) => act(inside, fields))
}

async function answerPage(c: HttpContext, { answer, path, role }: PageRoute): Promise<Response> {
	if (answer) {
		const request = await openFully(c, role)
		return request instanceof Response ? request : answer(request)
	}
	const opened = await openFully(c, role).catch((error: Error) => error)
	// For a document request, send the redirect or page as it is; a data request needs React Router's format.
	if (opened instanceof Response && !isDataRequest(c)) return opened
	const isRefused = opened instanceof Response || opened instanceof Error
	return renderConsolePage(c, { pattern: path, ...(isRefused ? { refusal: opened } : { work: opened }) })
}

/** Discards a large body that was refused unread, so that showing the form again doesn't parse it. */
async function dropBody(c: HttpContext): Promise<void> {
	if (c.req.bodyCache.formData) return
	c.req.bodyCache.formData = new FormData()
	await c.req.raw.body?.cancel().catch(() => {})
}

async function answerAction(c: HttpContext, route: ActionRoute, pages: readonly Place[]): Promise<Response> {
	if (wantsJson(c)) return submit(c, route)
	const attempt = async (): Promise<SubmitResult> => {
		try {
			return await submit(c, route)
		} catch (error) {
			if (route.receive) await dropBody(c)
			return findFailure(c, error)
		}
	}
	if (isDataRequest(c)) return renderConsolePage(c, { submit: attempt })
	try {
		return await submit(c, route)
	} catch (error) {
		if (route.receive) await dropBody(c)
		const shown = await showFailedForm(c, error, pages)
		if (shown) return shown
		throw error
	}
}

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
