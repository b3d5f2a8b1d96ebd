import { expect } from 'vitest'

import { grantConsoleRole } from '#server/console/shell/session.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { withOperator } from '#server/process/open-operator.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { createAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { consoleBrowser } from '#tests/console/open-console.ts'
import { makeCluster } from '#tests/setup/embedded-dir.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'
import { GOOD_PASSWORD, SITE } from '#tests/wire/test-client.ts'

const EMAIL = 'operator@academy.test'

/** Starts a separate server with an operator. @returns functions that call it */
export async function startAcademy(settings: Record<string, string> = {}) {
	const port = await findFreePort()
	const address = `http://127.0.0.1:${port}`
	const env = { PORT: String(port), DATA_DIR: await makeCluster(), GOTRUE_SITE_URL: SITE, ...settings }
	let server = spawnServer(env)
	await server.ready
	const kill = () => server.end('SIGKILL')
	const startAgain = () => {
		server = spawnServer(env)
		return server.ready
	}
	const ask = (request: Request) => {
		const { pathname, search } = new URL(request.url)
		return fetch(new Request(`${address}${pathname}${search}`, new Request(request, { redirect: 'manual' })))
	}
	const inside = <T>(work: (ctx: ServiceContext) => Promise<T>) =>
		withOperator(
			{ ...env, NODE_ENV: 'test' },
			createLogger('error', () => {}),
			work,
		)
	await inside(async (ctx) => {
		await createAccount(ctx, { email: EMAIL, password: GOOD_PASSWORD, email_confirm: true })
		await grantConsoleRole(ctx, { email: EMAIL, role: 'operator' })
	})
	const browser = consoleBrowser({ app: { request: ask } as never, clock: { now: () => new Date() } as never })
	await browser.post('/admin/sign-in', { email: EMAIL, password: GOOD_PASSWORD })
	await browser.get('/admin/second-factor')
	expect((await browser.post('/admin/second-factor', { code: browser.code() })).text).toContain('Save your recovery codes')
	const textOf = async (address: string) => (await ask(new Request(new URL(address, SITE)))).text()
	return { address, port, kill, startAgain, stop: () => server.end('SIGTERM'), ask, inside, browser, textOf }
}

export type Academy = Awaited<ReturnType<typeof startAcademy>>
