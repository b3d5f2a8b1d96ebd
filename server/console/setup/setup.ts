import type { Hono } from 'hono'

import { consolePaths } from '#contracts/console-paths.ts'
import { isTimeZone } from '#domain/clock/local-clock.ts'
import { currentZoneName, listTimeZones } from '#domain/clock/time-zones.ts'
import { startConsoleSession, FORM_BYTES, readEntryForm, renderEntryPage } from '#server/console/shell/guard.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitBody, limitRate } from '#server/http/limits.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'

import { awaitsSetup, isSetupToken, completeSetup, SETUP_HOURS, type SetupForm } from './set-up.ts'

/** Returns the browser's time zone; without scripts, the server's, which is usually the operator's, too. */
const chooseZone = (ofBrowser: string) =>
	currentZoneName(isTimeZone(ofBrowser) ? ofBrowser : new Intl.DateTimeFormat().resolvedOptions().timeZone)

type Shown = { form: Pick<SetupForm, 'token' | 'email' | 'name' | 'timeZone'>; error?: ServiceError }

const showForm = (c: HttpContext, { form: { token, ...typed }, error }: Shown) => {
	const errors = error?.details.fields ?? {}
	const refused = error && Object.keys(errors).length === 0 ? error.message : null
	const passwordLength = c.var.ctx.config.auth.passwordRule.minLength
	return renderEntryPage(
		c,
		{ page: 'setup', token, typed, zones: listTimeZones(), zone: chooseZone(''), passwordLength, errors, refused },
		error ? HTTP_STATUS[error.kind] : 200,
	)
}

const showNoLink = (c: HttpContext, isExpired: boolean) =>
	renderEntryPage(c, { page: 'no-setup-link', validHours: SETUP_HOURS, isExpired }, isExpired ? 403 : 200)

async function showSetup(c: HttpContext) {
	const { ctx } = c.var
	if (!(await awaitsSetup(ctx))) return c.redirect(consolePaths.today, 303)
	const token = c.req.query('token') ?? ''
	if (!(await isSetupToken(ctx, token))) return showNoLink(c, token !== '')
	return showForm(c, { form: { token, email: '', name: '', timeZone: '' } })
}

async function sendSetup(c: HttpContext) {
	const read = await readEntryForm(c)
	const form = { token: read('token'), email: read('email').trim(), name: read('name'), timeZone: chooseZone(read('timeZone')) }
	try {
		return await startConsoleSession(c, {
			session: await completeSetup(c.var.ctx, { ...form, password: read('password') }),
			to: consolePaths.today,
		})
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error
		if (error.code === 'setup_link_expired') return showNoLink(c, true)
		return showForm(c, { form, error })
	}
}

/** Adds the setup page, and the console's start page, which redirects to the setup or to Today. */
export function mountSetup(app: Hono<HttpEnv>): void {
	const reads = limitRate({ name: 'console-setup-page', points: 600, seconds: 600 })
	const tries = limitRate({ name: 'console-setup', points: 60, seconds: 600 })
	const writes = limitRate({ name: 'console-setup-form', points: 20, seconds: 600 })
	app
		.get(consolePaths.root, reads, async (c) => {
			const { search } = new URL(c.req.url)
			return c.redirect((await awaitsSetup(c.var.ctx)) ? consolePaths.setup : consolePaths.today + search, 303)
		})
		.get(consolePaths.setup, tries, showSetup)
		.post(consolePaths.setup, writes, limitBody(FORM_BYTES), sendSetup)
}
