import type { Hono } from 'hono'
import { html, raw } from 'hono/html'

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
import { type Html, showEntry } from './page.ts'
import { places } from './places.ts'
import { roleOf } from './role.ts'
import { closeConsole, type ConsoleSession, openConsole } from './session.ts'

const FORM_BYTES = 16 * 1024
const NO_ROLE = 'This account does not open the console.'

const problem = (error: unknown): { text: string; status: 400 | 403 | 422 | 429 } => {
	if (!(error instanceof ServiceError)) throw error
	const status = HTTP_STATUS[error.kind]
	if (status !== 400 && status !== 403 && status !== 422 && status !== 429) throw error
	return { text: error.message, status }
}

const told = (text: string | null) => (text === null ? '' : html`<p class="problem" role="alert">${text}</p>`)

type Asked = { email?: string; to: string; refused?: string | null; status?: 200 | 400 | 403 | 422 | 429 }

/** The link comes first: no stranger's wrong passwords close it. */
function showSignIn(c: HttpContext, { email = '', to, refused = null, status = 200 }: Asked) {
	const content = html`${told(refused)}
		<form method="post" action="${places.mailedLink}" class="act">
			<input type="hidden" name="to" value="${to}" />
			<div class="field">
				<label for="link-address">Address of your account</label
				><input id="link-address" name="address" type="email" value="${email}" autocomplete="username" required maxlength="320" />
			</div>
			<button class="main">Send me a sign-in link</button>
		</form>
		<h2>Or use your password</h2>
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
		return showSignIn(c, { ...typed, refused: status === 429 ? `${text} A sign-in link works right away.` : text, status })
	}
}

/** The answer is the same for every address. */
async function sendLink(c: HttpContext) {
	try {
		const read = await readOpenForm(c)
		await mailConsoleLink(c.var.ctx, { email: read('address'), to: toPlace(read('to')) })
		return c.redirect(places.linkSent, 303)
	} catch (error) {
		const { text, status } = problem(error)
		return showSignIn(c, { to: places.root, refused: text, status })
	}
}

const showSent = (c: HttpContext) =>
	showEntry(c, {
		title: 'Check your inbox',
		content: html`<p>
				If this address opens the console, a link is on its way. It works once, within ${LINK_MINUTES} minutes, and asks for your second
				factor next.
			</p>
			<p>No mail? Another link can be sent ${AGAIN_MINUTES} minutes after the last one.</p>
			<p><a href="${places.signIn}">Back to the sign-in</a></p>`,
	})

/** Mail scanners open links, so only a press spends it. */
const showMailedLink = (c: HttpContext) =>
	showEntry(c, {
		title: 'Open the console',
		content: html`<form method="post" action="${places.openLink}" class="act">
			<input type="hidden" name="token" value="${c.req.query('token') ?? ''}" />
			<input type="hidden" name="to" value="${toPlace(c.req.query('to'))}" />
			<button class="main">Sign in</button>
		</form>`,
	})

async function followMailedLink(c: HttpContext) {
	try {
		const read = await readOpenForm(c)
		return await enter(c, { session: await spendConsoleLink(c.var.ctx, read('token')), to: toPlace(read('to')) })
	} catch (error) {
		const { text, status } = problem(error)
		return showSignIn(c, { to: places.root, refused: text, status })
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
