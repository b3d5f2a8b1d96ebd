import type { Hono } from 'hono'

import { consolePaths } from '#contracts/console-paths.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitBody, limitRate } from '#server/http/limits.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { signInWithPassword } from '#server/services/identity/sign-in/sign-in-with-password.ts'

import { beginFactor, makeRecoveryCodes, verifyStepUp, readFactorStatus } from './factor.ts'
import {
	clearSessionCookie,
	startConsoleSession,
	findConsole,
	FORM_BYTES,
	presentServiceError,
	readEntryForm,
	requireSessionForm,
	renderEntryPage,
	showRecoveryCodes,
	toConsolePath,
} from './guard.ts'
import { RESEND_MINUTES, MAILED_LINK_MINUTES, mailConsoleLink, spendConsoleLink } from './mailed-link.ts'
import { closeConsole, type ConsoleSession } from './session.ts'
import type { EntryPage } from './visit.ts'

const WRONG_PASSWORD = 'Email or password is wrong. Try again, or have a sign-in link emailed to you.'
const NO_EMAIL = { email: 'Enter your email.' }

type SignInErrors = Extract<EntryPage, { page: 'sign-in' }>['errors']
type SignInForm = { email?: string; to: string; errors?: SignInErrors; refused?: string | null; status?: number }

const showSignIn = (c: HttpContext, { email = '', to, errors = {}, refused = null, status = 200 }: SignInForm) =>
	renderEntryPage(c, { page: 'sign-in', email, to, errors, refused }, status)

async function signIn(c: HttpContext) {
	let typed = { email: '', to: consolePaths.root as string }
	try {
		const read = await readEntryForm(c)
		typed = { email: read('email'), to: toConsolePath(read('to')) }
		const password = read('password')
		const errors = { ...(typed.email.trim() === '' && NO_EMAIL), ...(password === '' && { password: 'Enter your password.' }) }
		if (Object.keys(errors).length > 0) return await showSignIn(c, { ...typed, errors, status: 422 })
		const { session } = await signInWithPassword(c.var.ctx, { email: typed.email, password })
		return await startConsoleSession(c, { session, to: typed.to })
	} catch (error) {
		const { text, status } = presentServiceError(error)
		const isWrong = error instanceof ServiceError && error.code === 'invalid_credentials'
		const words = isWrong ? WRONG_PASSWORD : status === 429 ? `${text} A sign-in link works right away.` : text
		return showSignIn(c, { ...typed, errors: { password: words }, status })
	}
}

function refuseLink(c: HttpContext, error: unknown) {
	const { text, status } = presentServiceError(error)
	return showSignIn(c, { to: consolePaths.root, refused: text, status })
}

/** Sends the sign-in link. The response is the same for every address. */
async function sendLink(c: HttpContext) {
	try {
		const read = await readEntryForm(c)
		const to = toConsolePath(read('to'))
		if (read('email').trim() === '') return await showSignIn(c, { to, errors: NO_EMAIL, status: 422 })
		await mailConsoleLink(c.var.ctx, { email: read('email'), to })
		return c.redirect(consolePaths.linkSent, 303)
	} catch (error) {
		return refuseLink(c, error)
	}
}

const showSent = (c: HttpContext) =>
	renderEntryPage(c, { page: 'link-sent', validMinutes: MAILED_LINK_MINUTES, againMinutes: RESEND_MINUTES })

/** Shows the page of an emailed link. Mail scanners open links, so only pressing the button uses the link up. */
const showMailedLink = (c: HttpContext) =>
	renderEntryPage(c, { page: 'mailed-link', token: c.req.query('token') ?? '', to: toConsolePath(c.req.query('to')) })

async function followMailedLink(c: HttpContext) {
	try {
		const read = await readEntryForm(c)
		return await startConsoleSession(c, { session: await spendConsoleLink(c.var.ctx, read('token')), to: toConsolePath(read('to')) })
	} catch (error) {
		return refuseLink(c, error)
	}
}

type FactorForm = { to: string; refused?: string | null; status?: number }

async function showSecondFactor(c: HttpContext, session: ConsoleSession, { to, refused = null, status }: FactorForm) {
	const { formToken } = session
	const way = await readFactorStatus(c.var.ctx, session.userId)
	if (way !== 'new') return renderEntryPage(c, { page: 'second-factor', way, formToken, to, refused }, status)
	const { qrCode, uri, secret } = await beginFactor(c.var.ctx, session)
	const picture = `data:image/svg+xml;base64,${Buffer.from(qrCode).toString('base64')}`
	return renderEntryPage(c, { page: 'new-factor', qrCode: picture, uri, secret, formToken, to, refused }, status)
}

async function answerSecondFactor(c: HttpContext) {
	const session = await findConsole(c)
	if (!session) return c.redirect(consolePaths.signIn, 303)
	const fields = await requireSessionForm(c, session)
	const to = toConsolePath(fields.to)
	try {
		const isFirst = (await readFactorStatus(c.var.ctx, session.userId)) === 'new'
		await verifyStepUp(c.var.ctx, session, fields.code ?? '')
		if (isFirst && c.var.ctx.config.auth.factors.recovery_codes.enroll)
			return await showRecoveryCodes(c, { codes: await makeRecoveryCodes(c.var.ctx, session), email: session.email, to })
		return c.redirect(to, 303)
	} catch (error) {
		const { text, status } = presentServiceError(error)
		return showSecondFactor(c, session, { to, refused: text, status })
	}
}

/** Adds the pages available without a session: sign-in and second factor. */
export function addSignedOutPages(app: Hono<HttpEnv>): void {
	const reads = limitRate({ name: 'console-entry', points: 600, seconds: 600 })
	const writes = [limitRate({ name: 'console-sign-in', points: 30, seconds: 300 }), limitBody(FORM_BYTES)] as const
	app
		.get(consolePaths.signIn, reads, (c) => showSignIn(c, { to: toConsolePath(c.req.query('to')) }))
		.post(consolePaths.signIn, ...writes, signIn)
		.get(consolePaths.linkSent, reads, showSent)
		.get(consolePaths.mailedLink, reads, showMailedLink)
		.post(consolePaths.mailedLink, ...writes, sendLink)
		.post(consolePaths.openLink, ...writes, followMailedLink)
		.get(consolePaths.secondFactor, reads, async (c) => {
			const session = await findConsole(c)
			if (!session) return c.redirect(consolePaths.signIn, 303)
			const to = toConsolePath(c.req.query('to'))
			return session.aal === 'aal2' ? c.redirect(to, 303) : showSecondFactor(c, session, { to })
		})
		.post(consolePaths.secondFactor, ...writes, answerSecondFactor)
		.post(consolePaths.signOut, ...writes, async (c) => {
			const session = await findConsole(c)
			if (session) {
				await requireSessionForm(c, session)
				await closeConsole(c.var.ctx, session.sessionId)
			}
			clearSessionCookie(c)
			return c.redirect(consolePaths.signIn, 303)
		})
}
