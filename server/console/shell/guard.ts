import { timingSafeEqual } from 'node:crypto'

import { consolePaths } from '#contracts/console-paths.ts'
import { rememberTrustedBrowser } from '#server/http/auth-v1/token.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { setOwnCookie, readOwnCookie } from '#server/http/own-cookie.ts'
import { renderStandalonePage } from '#server/http/react/answer-by-react.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import type { IssuedSession } from '#server/services/identity/sessions/session-grant.ts'

import { type ConsoleActionRequest, type ConsoleRequest, type Fields, FormRefused } from './console-request.ts'
import { verifyStepUp, wrongCode } from './factor.ts'
import { focusFirstFault } from './focus-fault.ts'
import { closeConsole, type ConsoleSession, openConsoleSession, readConsole, type Role, roleOf } from './session.ts'
import type { EntryPage } from './visit.ts'

/** Shows a page without a console session: sign-in, second factor or a refusal. Needs no database. */
export async function renderEntryPage(c: HttpContext, page: EntryPage, status = 200): Promise<Response> {
	const answer = await renderStandalonePage(c, page, { route: consolePaths.entry, status })
	return status === 200 ? answer : new Response(focusFirstFault(await answer.text()), { status: answer.status, headers: answer.headers })
}

type NewCodes = { codes: readonly string[]; email: string; to: string }

/** Shows new recovery codes. Only their hashes are stored, so they can't be shown again. */
export const showRecoveryCodes = (c: HttpContext, shown: NewCodes) =>
	renderEntryPage(c, { page: 'recovery-codes', siteUrl: c.var.ctx.config.siteUrl, ...shown })

const COOKIE = { name: 'console', within: consolePaths.root } as const

/** Sets the session cookie: deleted when the browser closes, invisible to scripts, not sent with requests from other sites. */
export const setSessionCookie = (c: HttpContext, token: string): void => setOwnCookie(c, { ...COOKIE, value: token })
export const clearSessionCookie = (c: HttpContext): void => setOwnCookie(c, { ...COOKIE, value: '', seconds: 0 })

/** Returns the URL of the page, even if only its data is requested: `/admin/orders.data?q=ana&_routes=…`. */
function pageUrl(c: HttpContext): URL {
	const url = new URL(c.req.path, c.req.url)
	url.search = new URL(c.req.url).search
	url.searchParams.delete('_routes')
	return url
}

/** Finds the console session of a request, and extends it; null if there is none. */
export function findConsole(c: HttpContext): Promise<ConsoleSession | null> {
	const token = readOwnCookie(c, COOKIE.name, { siteUrl: c.var.ctx.config.siteUrl, within: COOKIE.within })
	return token === null ? Promise.resolve(null) : readConsole(c.var.ctx, token)
}

/** Returns a path within the console, without dot segments; the start page for any other path. */
export const toConsolePath = (path: string | undefined) =>
	path !== undefined && /^\/admin(?:\/[\w-][\w\-.]*)*\/?(?:\?[\w\-.=&%+@*]*)?$/.test(path) ? path : consolePaths.root

const forbidden = (message: string) => new ServiceError('forbidden', 'console_forbidden', message)

const equal = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

async function readForm(c: HttpContext): Promise<Record<string, string>> {
	const fields = await c.req.parseBody().catch(() => ({}))
	return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** Messages by which `npm run verify` recognizes why a request was refused. */
export const REFUSAL_MESSAGES = {
	role: 'Only operators can do this. Your role is support.',
	otherSite: 'This form was sent by another site.',
	earlierToken: 'You have signed in again since this form was opened. Check it and send it again.',
	noCode: 'Enter a code from your authenticator app.',
} as const

/** @throws ServiceError console_forbidden (403) if the form was posted from another site */
export function requireOwnOrigin(c: HttpContext): void {
	const origin = c.req.header('origin')
	if (origin !== undefined && origin !== c.var.ctx.config.siteUrl) throw forbidden(REFUSAL_MESSAGES.otherSite)
}

/** @throws ServiceError console_forbidden (403) if the CSRF token is from an earlier session */
export function requireFormToken(session: ConsoleSession, fields: Readonly<Record<string, string>>): void {
	if (!equal(fields.form_token ?? '', session.formToken)) throw forbidden(REFUSAL_MESSAGES.earlierToken)
}

/**
 * Reads the form's fields after the CSRF check.
 * @throws ServiceError console_forbidden (403) if it was posted from another site or is from an earlier session
 */
export async function requireSessionForm(c: HttpContext, session: ConsoleSession): Promise<Record<string, string>> {
	requireOwnOrigin(c)
	const fields = await readForm(c)
	requireFormToken(session, fields)
	return fields
}

/**
 * Requires second factor and role. Page requests without a session are redirected to the sign-in page; others are refused.
 * @throws ServiceError console_forbidden (403)
 */
export async function requireConsoleSession(
	c: HttpContext,
	role: Role,
): Promise<(ConsoleRequest & Pick<ConsoleActionRequest, 'c'>) | Response> {
	const session = await findConsole(c)
	if (session?.aal === 'aal2') {
		if (role === 'operator' && session.role !== 'operator') throw forbidden(REFUSAL_MESSAGES.role)
		return { c, ctx: c.var.ctx, by: session, url: pageUrl(c), params: c.req.param() }
	}
	if (c.req.method !== 'GET') throw forbidden('Your session has ended. What you typed is kept on this page.')
	const { pathname, search } = pageUrl(c)
	// Browsers don't send a SameSite=Strict cookie when a link in an email is opened. They do when the page then reloads itself.
	if (!session && c.req.header('sec-fetch-site') === 'cross-site') return renderEntryPage(c, { page: 'one-moment', to: pathname + search })
	const entry = session ? consolePaths.secondFactor : consolePaths.signIn
	return c.redirect(`${entry}?to=${encodeURIComponent(toConsolePath(pathname + search))}`, 303)
}

/**
 * Requires a step-up before money moves, access changes or data is erased: a second-factor code within the last ten minutes, or one
 * submitted with the form.
 * @param checks validate the form's fields; their errors are reported together, and with a missing or wrong code
 * @throws ServiceError mfa_verification_failed (422), over_request_rate_limit (429), or the error of a check
 */
export async function requireStepUp(
	{ ctx, by }: Pick<ConsoleActionRequest, 'ctx' | 'by'>,
	fields: Fields,
	checks: readonly (() => unknown)[] = [],
): Promise<void> {
	const findFaults = async () => (await Promise.all(checks.map(findFault))).flat()
	if (by.isProven) {
		const faults = await findFaults()
		const last = faults.pop()
		if (last) throw faults.length === 0 ? last : withFaults(last, faults)
		return
	}
	const code = (fields.code ?? '').trim()
	try {
		// The form may have been loaded while no code was needed, so ask for one instead of reporting a wrong one.
		if (fields.code === undefined) throw new ServiceError('unprocessable', 'mfa_verification_failed', REFUSAL_MESSAGES.noCode)
		if (code === '') throw wrongCode(REFUSAL_MESSAGES.noCode)
		await verifyStepUp(ctx, by, code)
	} catch (error) {
		throw error instanceof ServiceError ? withFaults(error, await findFaults()) : error
	}
}

async function findFault(check: () => unknown): Promise<ServiceError[]> {
	try {
		await check()
		return []
	} catch (error) {
		if (error instanceof ServiceError) return [error]
		throw error
	}
}

function withFaults({ kind, code, message, details }: ServiceError, faults: readonly ServiceError[]): ServiceError {
	const fields: Record<string, string> = Object.assign({}, ...faults.map((fault) => fault.details.fields), details.fields)
	const refusal = [kind, code, [...faults.map((fault) => fault.message), message].join(' '), { ...details, fields }] as const
	const found = faults.find((fault) => fault instanceof FormRefused)
	return found ? new FormRefused(found.shown, ...refusal) : new ServiceError(...refusal)
}

/** Maximum body size of forms before sign-in, in bytes. */
export const FORM_BYTES = 16 * 1024
const NO_ROLE = 'This account has no access to the console.'

/** Returns message and status of an expected refusal; rethrows any other error. */
export const presentServiceError = (error: unknown): { text: string; status: 400 | 403 | 422 | 429 } => {
	if (!(error instanceof ServiceError)) throw error
	const status = HTTP_STATUS[error.kind]
	if (status !== 400 && status !== 403 && status !== 422 && status !== 429) throw error
	return { text: error.message, status }
}

/** @throws ServiceError console_forbidden (403) if the form was posted from another site */
export async function readEntryForm(c: HttpContext): Promise<(name: string) => string> {
	const origin = c.req.header('origin')
	if (origin !== undefined && origin !== c.var.ctx.config.siteUrl)
		throw new ServiceError('forbidden', 'console_forbidden', 'This form was sent by another site. Sign in here.')
	const fields = await c.req.parseBody().catch(() => ({}) as Record<string, string | File>)
	return (name) => {
		const value = fields[name]
		return typeof value === 'string' ? value : ''
	}
}

/**
 * Opens the console after the first factor, a password or an emailed link. The second factor comes next.
 * @throws ServiceError console_forbidden (403) if the account has no console role
 */
export async function startConsoleSession(c: HttpContext, { session, to }: { session: IssuedSession; to: string }) {
	const { ctx } = c.var
	if (roleOf(session.user) === null) {
		await closeConsole(ctx, session.sessionId)
		throw new ServiceError('forbidden', 'console_forbidden', NO_ROLE)
	}
	setSessionCookie(c, await openConsoleSession(ctx, session.sessionId))
	await rememberTrustedBrowser(c, session.user)
	return c.redirect(`${consolePaths.secondFactor}?to=${encodeURIComponent(to)}`, 303)
}
