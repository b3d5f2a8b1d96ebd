import type { Hono } from 'hono'
import { html, raw } from 'hono/html'

import { limitBody } from '#server/http/body-limit.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { keptAs } from '#server/http/security-headers.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import { signInWithPassword } from '#server/services/identity/sign-in/sign-in-with-password.ts'

import { assets } from './assets.ts'
import { beginFactor, proveConsole, readWay } from './factor.ts'
import { dropCookie, findConsole, keepCookie, requireOwnForm, toPlace } from './guard.ts'
import { type Html, showEntry } from './page.ts'
import { places } from './places.ts'
import { roleOf } from './role.ts'
import { closeConsole, type ConsoleSession, openConsole } from './session.ts'

const YEAR = 'public, max-age=31536000, immutable'
const FORM_BYTES = 16 * 1024
const NO_ROLE = 'This account does not open the console.'

const problem = (error: unknown): { text: string; status: 400 | 403 | 422 | 429 } => {
	if (!(error instanceof ServiceError)) throw error
	const status = HTTP_STATUS[error.kind]
	if (status !== 400 && status !== 403 && status !== 422 && status !== 429) throw error
	return { text: error.message, status }
}

const told = (text: string | null) => (text === null ? '' : html`<p class="problem" role="alert">${text}</p>`)

function showSignIn(
	c: HttpContext,
	{
		email = '',
		to,
		refused = null,
		status = 200,
	}: { email?: string; to: string; refused?: string | null; status?: 200 | 400 | 403 | 422 | 429 },
) {
	const content = html`${told(refused)}
		<form method="post" action="${places.signIn}" class="act">
			<input type="hidden" name="to" value="${to}" />
			<div class="field">
				<label for="email">Email</label
				><input id="email" name="email" type="email" value="${email}" autocomplete="username" required maxlength="320" />
			</div>
			<div class="field">
				<label for="password">Password</label
				><input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1000" />
			</div>
			<button class="main">Sign in</button>
		</form>
		<p class="note">The console is for the people who run this academy. Learners sign in <a href="/login">on the site</a>.</p>`
	return showEntry(c, { title: 'Sign in', content, status })
}

async function signIn(c: HttpContext) {
	const { ctx } = c.var
	const fields = await c.req.parseBody().catch(() => ({}) as Record<string, string | File>)
	const read = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
	const to = toPlace(read('to'))
	const origin = c.req.header('origin')
	if (origin !== undefined && origin !== ctx.config.siteUrl)
		return showSignIn(c, { to, refused: 'This form was sent by another site. Please sign in here.', status: 403 })
	try {
		const { session } = await signInWithPassword(ctx, { email: read('email'), password: read('password') })
		if (roleOf(session.user) === null) {
			await closeConsole(ctx, session.sessionId)
			throw new ServiceError('forbidden', 'console_forbidden', NO_ROLE)
		}
		keepCookie(c, await openConsole(ctx, session.sessionId))
		return c.redirect(`${places.secondFactor}?to=${encodeURIComponent(to)}`, 303)
	} catch (error) {
		const { text, status } = problem(error)
		return showSignIn(c, { email: read('email'), to, refused: text, status })
	}
}

const codeForm = (session: ConsoleSession, to: string, label: string): Html =>
	html`<form method="post" action="${places.secondFactor}" class="act">
		<input type="hidden" name="form_token" value="${session.formToken}" />
		<input type="hidden" name="to" value="${to}" />
		<div class="field">
			<label for="code">Code</label>
			<input id="code" name="code" autocomplete="one-time-code" required maxlength="40" aria-describedby="code-hint" />
			<small id="code-hint">Six digits of your authenticator app. A recovery code works too.</small>
		</div>
		<button class="main">${label}</button>
	</form>`

const leaveForm = (session: ConsoleSession): Html =>
	html`<form method="post" action="${places.signOut}" class="act">
		<input type="hidden" name="form_token" value="${session.formToken}" /><button class="quiet">Sign out</button>
	</form>`

type Asked = { to: string; refused?: string | null; status?: 200 | 400 | 403 | 422 | 429 }

async function showSecondFactor(c: HttpContext, session: ConsoleSession, { to, refused = null, status = 200 }: Asked) {
	const way = await readWay(c.var.ctx, session.userId)
	if (way === 'other') {
		const text = 'Your account has a second factor, but no authenticator app. Add one on the site, under Settings, then come back.'
		return showEntry(c, {
			title: 'Second factor',
			content: html`${told(refused)}
				<p>${text}</p>
				${leaveForm(session)}`,
			status,
		})
	}
	if (way === 'code' || refused !== null) {
		const again = way === 'code' ? '' : html`<p><a href="${places.secondFactor}">Show a new code to scan</a></p>`
		return showEntry(c, {
			title: 'Second factor',
			content: html`${told(refused)}${codeForm(session, to, 'Continue')}${again}${leaveForm(session)}`,
			status,
		})
	}
	const { qrCode, secret } = await beginFactor(c.var.ctx, session)
	const content = html`<p>The console needs a second factor. Scan the code with an authenticator app, then type the six digits it shows.</p>
		<figure class="qr">
			${raw(`<img alt="QR code for your authenticator app" width="200" height="200" src="data:image/svg+xml;base64,${Buffer.from(qrCode).toString('base64')}">`)}
		</figure>
		<p>Without a camera, type this key: <code>${secret}</code></p>
		${codeForm(session, to, 'Turn on')}${leaveForm(session)}`
	return showEntry(c, { title: 'Set up your second factor', content, status })
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

/** What is open before the console is: its sign-in, the second factor, style and script. */
export function addEntry(app: Hono<HttpEnv>): void {
	const reads = limitRate({ name: 'console-entry', points: 600, seconds: 600 })
	const writes = [limitRate({ name: 'console-sign-in', points: 30, seconds: 300 }), limitBody(FORM_BYTES)] as const
	for (const { path, text, type } of Object.values(assets))
		app.get(path, reads, keptAs(YEAR), (c) => c.body(text, 200, { 'Content-Type': type }))
	app
		.get(places.signIn, reads, (c) => showSignIn(c, { to: toPlace(c.req.query('to')) }))
		.post(places.signIn, ...writes, signIn)
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
