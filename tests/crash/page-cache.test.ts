import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { publishRelease } from '#server/services/operations/releases/publish-release.ts'
import { readCurrent } from '#server/services/operations/releases/read-releases.ts'
import { findFreePort } from '#tests/setup/server-process.ts'

import { ask, json, untilHealthy } from './ask-server.ts'
import { hasProxy, startProxy } from './run-proxy.ts'
import { startAcademy } from './start-academy.ts'

const OFFERS = 'offers.json'
const priced = readFileSync(`content/${OFFERS}`, 'utf8').replace('"amountCents": 4700', '"amountCents": 5900')
const SOON = { timeout: 60_000, interval: 100 }

test.each(['nginx', 'caddy'] as const)(
	'behind %s, a publication reaches visitors through its cache, which stores no personal answers',
	{ timeout: 240_000 },
	async (program) => {
		if (!hasProxy(program)) return
		const academy = await startAcademy({ GOTRUE_MAILER_AUTOCONFIRM: 'true' })
		const port = await findFreePort()
		const through = `http://127.0.0.1:${port}`
		startProxy(program, { port, upstream: academy.port })
		await untilHealthy(through)
		const read = (path: string, init?: RequestInit) =>
			ask(through, path, init).then(
				({ status, body }) => ({ status, text: typeof body === 'string' ? body : JSON.stringify(body) }),
				() => ({ status: 0, text: '' }),
			)
		const price = async () => /\$(?:47|59)\b/.exec((await read('/digital-income-mastery')).text)?.[0]
		expect(await price()).toBe('$47')

		const account = { email: 'ana@example.test', password: 'a rather long password 4711' }
		const { access_token: token } = JSON.parse((await read('/auth/v1/signup', json(account))).text) as { access_token: string }
		const mine = { headers: { authorization: `Bearer ${token}` } }
		for (const path of ['/auth/v1/user', '/api/sessions']) {
			const own = await read(path, mine)
			expect([path, own.status]).toEqual([path, 200])
			expect((await read(path)).text).not.toBe(own.text)
		}

		await academy.inside(async (ctx) => {
			const { number: base = null } = (await readCurrent(ctx.db)) ?? {}
			await publishRelease(ctx, { base, edits: { [OFFERS]: priced }, note: '', authorId: null, versions: [] })
		})
		await expect.poll(price, SOON).toBe('$59')

		if (program === 'caddy') return
		await academy.kill()
		expect([(await read('/auth/v1/user', mine)).status, await price()]).toEqual([502, '$59'])
		await academy.startAgain()
		await expect.poll(price, SOON).toBe('$59')
	},
)
