import { expect, test, type Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'

import type { OutboxEntry } from '#contracts/outbox.ts'
import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import { createOwnServer, OWN_PORT } from '#tests/e2e/setup/own-server.ts'
import { isLong } from '#tests/setup/long-tests.ts'

const APP_PORT = OWN_PORT + 1
const APP = `http://127.0.0.1:${APP_PORT}`
const BACK = `${APP}/back`
const SECRET_KEY = `sb_secret_${'s'.repeat(40)}`
const PASSWORD = 'orange lamp river'

const academy = createOwnServer({ GOTRUE_URI_ALLOW_LIST: BACK, SUPABASE_SECRET_KEY: SECRET_KEY })

declare global {
	interface Window {
		client: SupabaseClient
	}
}

/** A page on another origin that contains only the published client. */
const page = (flowType: string) => `<!doctype html><title>Another app</title><output id="event"></output> <output id="who"></output>
<script src="/supabase.js"></script><script>
window.client = supabase.createClient('${academy.origin}', '${PUBLISHABLE_KEY}', { auth: { flowType: '${flowType}' } })
client.auth.onAuthStateChange((event, session) => {
	document.querySelector('#event').textContent += event + ' '
	document.querySelector('#who').textContent = session?.user.email ?? ''
})
</script>`

let app: Server
let flow: 'implicit' | 'pkce' = 'implicit'

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
	const script = readFileSync(createRequire(import.meta.url).resolve('@supabase/supabase-js/dist/umd/supabase.js'))
	app = createServer((request, response) => {
		const isScript = request.url === '/supabase.js'
		response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' }).end(isScript ? script : page(flow))
	})
	await Promise.all([academy.start(), new Promise<void>((resolve) => app.listen(APP_PORT, '127.0.0.1', resolve))])
})
test.afterAll(async () => {
	app.close()
	await academy.remove()
})

async function newestMail(to: string, subject = /./): Promise<OutboxEntry> {
	let found: OutboxEntry | undefined
	await expect
		.poll(async () => {
			const answer = await fetch(`${academy.origin}/dev/outbox.json?to=${encodeURIComponent(to)}`)
			found = ((await answer.json()) as OutboxEntry[]).find((entry) => subject.test(entry.subject))
			return found !== undefined
		})
		.toBe(true)
	return found!
}

/** Opens the newest link mailed to an address and clicks its button, because opening the link alone does nothing. */
async function followMail(browser: Page, to: string, subject?: RegExp): Promise<void> {
	const link = /https?:\/\/\S+\/auth\/callback\?\S+/.exec((await newestMail(to, subject)).body)![0]
	await browser.goto(link)
	await expect(browser.getByRole('main')).toContainText(`go back to 127.0.0.1:${APP_PORT}`)
	await browser.getByRole('main').getByRole('button', { name: 'Continue' }).click()
	await browser.waitForURL((url) => url.origin === APP)
}

const someAddress = () => `second-${randomUUID().slice(0, 12)}@example.com`
const expectSignedIn = async (browser: Page, email: string) => {
	await expect(browser.locator('#who')).toHaveText(email)
	// Neither the session nor the code stays in the URL.
	await expect(browser).toHaveURL(new RegExp(`^${BACK}#?$`))
}

for (const type of isLong ? (['implicit', 'pkce'] as const) : (['implicit'] as const)) {
	test(`links requested by another origin return there signed in (${type})`, async ({ page: browser }) => {
		flow = type
		const email = someAddress()
		const changed = someAddress()
		await browser.goto(BACK)

		await browser.evaluate(
			([address, password, emailRedirectTo]) =>
				window.client.auth.signUp({ email: address, password, options: { emailRedirectTo } }).then(({ error }) => {
					if (error) throw error
				}),
			[email, PASSWORD, BACK] as const,
		)
		await followMail(browser, email)
		await expectSignedIn(browser, email)

		await browser.evaluate(() => window.client.auth.signOut())
		await browser.waitForTimeout(1100) // minimum interval between two mails to one address
		await browser.evaluate(
			([address, emailRedirectTo]) => window.client.auth.signInWithOtp({ email: address, options: { emailRedirectTo } }),
			[email, BACK] as const,
		)
		await followMail(browser, email)
		await expectSignedIn(browser, email)

		await browser.evaluate(() => window.client.auth.signOut())
		await browser.waitForTimeout(1100)
		await browser.evaluate(([address, redirectTo]) => window.client.auth.resetPasswordForEmail(address, { redirectTo }), [
			email,
			BACK,
		] as const)
		await followMail(browser, email, /password/i)
		await expectSignedIn(browser, email)
		await expect(browser.locator('#event')).toContainText('PASSWORD_RECOVERY')

		await browser.evaluate(([address, emailRedirectTo]) => window.client.auth.updateUser({ email: address }, { emailRedirectTo }), [
			changed,
			BACK,
		] as const)
		await followMail(browser, changed)
		await followMail(browser, email, /address/i)
		await browser.evaluate(() => window.client.auth.refreshSession())
		await expect(browser.locator('#who')).toHaveText(changed)
	})
}

test('an operator’s invitation leads to the other origin', async ({ page: browser }) => {
	flow = 'implicit'
	const email = someAddress()
	const answer = await fetch(`${academy.origin}/auth/v1/invite?redirect_to=${encodeURIComponent(BACK)}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${SECRET_KEY}`, apikey: SECRET_KEY, 'content-type': 'application/json' },
		body: JSON.stringify({ email }),
	})
	expect(answer.status).toBe(200)
	await followMail(browser, email)
	await expectSignedIn(browser, email)
})

test('a link with a manipulated redirect never leads to a disallowed URL', async ({ page: browser }) => {
	flow = 'implicit'
	const email = someAddress()
	await browser.goto(BACK)
	await browser.evaluate(
		([address, emailRedirectTo]) => window.client.auth.signInWithOtp({ email: address, options: { emailRedirectTo } }),
		[email, BACK] as const,
	)
	const link = new URL(/https?:\/\/\S+\/auth\/callback\?\S+/.exec((await newestMail(email)).body)![0])
	link.searchParams.set('redirect_to', `${APP}/elsewhere`)
	await browser.goto(link.toString())
	await browser.getByRole('main').getByRole('button', { name: 'Continue' }).click()
	await browser.waitForURL((url) => url.pathname !== '/auth/callback')
	expect(new URL(browser.url()).origin).toBe(academy.origin)
})
