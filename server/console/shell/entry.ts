import type { Hono } from 'hono'

import { noteBrowser } from '#server/http/auth-v1/session-body.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import type { SessionGrant } from '#server/services/identity/sessions/session-grant.ts'
import { signInWithPassword } from '#server/services/identity/sign-in/sign-in-with-password.ts'

import { beginFactor, proveConsole, readWay } from './factor.ts'
import { dropCookie, findConsole, keepCookie, requireOwnForm, toPlace } from './guard.ts'
import { AGAIN_MINUTES, LINK_MINUTES, mailConsoleLink, spendConsoleLink } from './mailed-link.ts'
import { places } from './places.ts'
import { roleOf } from './role.ts'
import { closeConsole, type ConsoleSession, openConsole } from './session.ts'
import { showEntry } from './show-entry.ts'

const FORM_BYTES = 16 * 1024
const NO_ROLE = 'This account does not open the console.'

const problem = (error: unknown): { text: string; status: 400 | 403 | 422 | 429 } => {
	if (!(error instanceof ServiceError)) throw error
	const status = HTTP_STATUS[error.kind]
	if (status !== 400 && status !== 403 && status !== 422 && status !== 429) throw error
	return { text: error.message, status }
}

type SignInForm = { email?: string; to: string; refused?: { by: 'password' | 'link'; text: string } | null; status?: number }

const showSignIn = (c: HttpContext, { email = '', to, refused = null, status = 200 }: SignInForm) =>
	showEntry(c, { page: 'sign-in', email, to, refused }, status)

/** What was typed, by name. @throws ServiceError console_forbidden (403) for a form of another site */
async function readOpenForm(c: HttpContext): Promise<(name: string) => string> {
	const origin = c.req.header('origin')
	if (origin !== undefined && origin !== c.var.ctx.config.siteUrl)
		throw new ServiceError('forbidden', 'console_forbidden', 'This form was sent by another site. Please sign in here.')
	const fields = await c.req.parseBody().catch(() => ({}) as Record<string, string | File>)
	return (name) => {
		const value = fields[name]
		return typeof value === 'string' ? value : ''
	}
}

/** The account has shown its password or a mailed link; the second factor comes next. */
async function enter(c: HttpContext, { session, to }: { session: SessionGrant; to: string }) {
	const { ctx } = c.var
	if (roleOf(session.user) === null) {
		await closeConsole(ctx, session.sessionId)
		throw new ServiceError('forbidden', 'console_forbidden', NO_ROLE)
	}
	keepCookie(c, await openConsole(ctx, session.sessionId))
	await noteBrowser(c, session.user)
	return c.redirect(`${places.secondFactor}?to=${encodeURIComponent(to)}`, 303)
}

async function signIn(c: HttpContext) {
	let typed = { email: '', to: places.root as string }
	try {
		const read = await readOpenForm(c)
		typed = { email: read('email'), to: toPlace(read('to')) }
		const { session } = await signInWithPassword(c.var.ctx, { email: typed.email, password: read('password') })
		return await enter(c, { session, to: typed.to })
	} catch (error) {
		const { text, status } = problem(error)
		const words = status === 429 ? `${text} A sign-in link works right away.` : text
		return showSignIn(c, { ...typed, refused: { by: 'password', text: words }, status })
	}
}

function refuseLink(c: HttpContext, error: unknown) {
	const { text, status } = problem(error)
	return showSignIn(c, { to: places.root, refused: { by: 'link', text }, status })
}

/** The answer is the same for every address. */
async function sendLink(c: HttpContext) {
	try {
		const read = await readOpenForm(c)
		await mailConsoleLink(c.var.ctx, { email: read('address'), to: toPlace(read('to')) })
		return c.redirect(places.linkSent, 303)
	} catch (error) {
		return refuseLink(c, error)
	}
}

const showSent = (c: HttpContext) => showEntry(c, { page: 'link-sent', validMinutes: LINK_MINUTES, againMinutes: AGAIN_MINUTES })

/** Mail scanners open links, so only a press spends it. */
const showMailedLink = (c: HttpContext) =>
	showEntry(c, { page: 'mailed-link', token: c.req.query('token') ?? '', to: toPlace(c.req.query('to')) })

async function followMailedLink(c: HttpContext) {
	try {
		const read = await readOpenForm(c)
		return await enter(c, { session: await spendConsoleLink(c.var.ctx, read('token')), to: toPlace(read('to')) })
	} catch (error) {
		return refuseLink(c, error)
	}
}

type FactorForm = { to: string; refused?: string | null; status?: number }

async function showSecondFactor(c: HttpContext, session: ConsoleSession, { to, refused = null, status }: FactorForm) {
	const { formToken } = session
	const way = await readWay(c.var.ctx, session.userId)
	if (way !== 'new' || refused !== null) return showEntry(c, { page: 'second-factor', way, formToken, to, refused }, status)
	const { qrCode, secret } = await beginFactor(c.var.ctx, session)
	const picture = `data:image/svg+xml;base64,${Buffer.from(qrCode).toString('base64')}`
	return showEntry(c, { page: 'new-factor', qrCode: picture, secret, formToken, to }, status)
}

async function answerSecondFactor(c: HttpContext) {
	const session = await findConsole(c)
	if (!session) return c.redirect(places.signIn, 303)
	const fields = await requireOwnForm(c, session)
	const to = toPlace(fields.to)
	try {
		await proveConsole(c.var.ctx, session, fields.code ?? '')
		return c.redirect(to, 303)
	} catch (error) {
		const { text, status } = problem(error)
		return showSecondFactor(c, session, { to, refused: text, status })
	}
}

/** What is open before the console is: its sign-in and the second factor. */
export function addEntry(app: Hono<HttpEnv>): void {
	const reads = limitRate({ name: 'console-entry', points: 600, seconds: 600 })
	const writes = [limitRate({ name: 'console-sign-in', points: 30, seconds: 300 }), limitBody(FORM_BYTES)] as const
	app
		.get(places.root, reads, (c) => c.redirect(places.today + new URL(c.req.url).search, 303))
		.get(places.signIn, reads, (c) => showSignIn(c, { to: toPlace(c.req.query('to')) }))
		.post(places.signIn, ...writes, signIn)
		.get(places.linkSent, reads, showSent)
		.get(places.mailedLink, reads, showMailedLink)
		.post(places.mailedLink, ...writes, sendLink)
		.post(places.openLink, ...writes, followMailedLink)
		.get(places.secondFactor, reads, async (c) => {
			const session = await findConsole(c)
			if (!session) return c.redirect(places.signIn, 303)
			const to = toPlace(c.req.query('to'))
			return session.aal === 'aal2' ? c.redirect(to, 303) : showSecondFactor(c, session, { to })
		})
		.post(places.secondFactor, ...writes, answerSecondFactor)
		.post(places.signOut, ...writes, async (c) => {
			const session = await findConsole(c)
			if (session) {
				await requireOwnForm(c, session)
				await closeConsole(c.var.ctx, session.sessionId)
			}
			dropCookie(c)
			return c.redirect(places.signIn, 303)
		})
}
