import { TOTP } from 'otpauth'

import { grantConsoleRole, type Role } from '#server/console/shell/session.ts'
import { systemContext } from '#server/services/context.ts'
import { createAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { recountStaleDays } from '#server/services/operations/daily-metrics/count-days.ts'
import { GOOD_PASSWORD, SITE, type Wire } from '#tests/wire/test-client.ts'

type Form = Record<string, string>

/** Byte order mark of UTF-8, which `text()` of a response removes. */
const UTF8_MARK = [0xef, 0xbb, 0xbf]

/** Creates a console browser that keeps the cookie and fills in form tokens. */
export function consoleBrowser(wire: Pick<Wire, 'app' | 'clock'>) {
	const cookies = new Map<string, string>()
	const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
	let formToken = ''
	let secret = ''

	function keep(set: string) {
		const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
		if (value === '') cookies.delete(name)
		else cookies.set(name, value)
	}

	async function ask(path: string, init: RequestInit = {}) {
		const response = await wire.app.request(
			new Request(new URL(path, SITE), { ...init, headers: { ...init.headers, ...(cookies.size > 0 && { cookie: cookie() }) } }),
		)
		for (const set of response.headers.getSetCookie()) keep(set)
		const bytes = new Uint8Array(await response.arrayBuffer())
		if (response.headers.get('content-type')?.startsWith('text/csv') && !UTF8_MARK.every((byte, at) => bytes[at] === byte))
			throw new Error(`${path}: without its mark, spreadsheets read the file in another encoding`)
		// React puts an empty comment between adjacent texts.
		const text = new TextDecoder().decode(bytes).replaceAll('<!-- -->', '')
		formToken = /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? formToken
		secret = /<code>([A-Z2-7]{32})<\/code>/.exec(text)?.[1] ?? secret
		return { status: response.status, to: response.headers.get('location') ?? '', headers: response.headers, text }
	}
	const get = (path: string, headers: Record<string, string> = {}) => ask(path, { headers })
	const post = (path: string, form: Form = {}, headers: Record<string, string> = {}) =>
		ask(path, {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded', origin: SITE, ...headers },
			body: new URLSearchParams({ form_token: formToken, ...form }).toString(),
		})
	const code = () => new TOTP({ secret }).generate({ timestamp: wire.clock.now().getTime() })
	return { get, post, code, cookie, formToken: () => formToken }
}

export type ConsoleBrowser = ReturnType<typeof consoleBrowser>

/** Opens a page of figures after all days are counted; the page itself would count for 200 ms and then show what it has. */
export async function getCounted(wire: Pick<Wire, 'deps'>, browser: Pick<ConsoleBrowser, 'get'>, path: string) {
	await recountStaleDays(systemContext(wire.deps, 'test'), Infinity)
	return browser.get(path)
}

/** Signs in to the console with password and second factor. */
export async function openConsoleAs(wire: Pick<Wire, 'app' | 'clock' | 'deps'>, role: Role, email = `${role}@academy.test`) {
	const ctx = systemContext(wire.deps, 'test')
	await createAccount(ctx, { email, password: GOOD_PASSWORD, email_confirm: true })
	const { userId } = await grantConsoleRole(ctx, { email, role })
	const browser = consoleBrowser(wire)
	await browser.post('/admin/sign-in', { email, password: GOOD_PASSWORD })
	await browser.get('/admin/second-factor')
	const entered = await browser.post('/admin/second-factor', { code: browser.code() })
	// The first sign-in shows the recovery codes.
	if (!entered.text.includes('Save your recovery codes')) throw new Error(`the console did not open: ${entered.text}`)
	return { ...browser, userId, email }
}
