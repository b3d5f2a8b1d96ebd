import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'

import { createSiteverify } from '#server/adapters/captcha/siteverify.ts'
import { createLogger } from '#server/kernel/logger.ts'

import { startWire } from './test-client.ts'

export const env = {
	GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true',
	GOTRUE_SECURITY_CAPTCHA_PROVIDER: 'turnstile',
	GOTRUE_SECURITY_CAPTCHA_SECRET: 'the-secret',
	CAPTCHA_SITE_KEY: 'the-site-key',
}

/** Starts a fake provider on loopback that accepts one token, and on demand doesn't respond or responds with garbage. */
async function startProvider() {
	const asked: Record<string, string>[] = []
	const answers: Record<string, () => { status: number; body: string } | null> = {
		solved: () => ({ status: 200, body: '{"success":true,"hostname":"localhost"}' }),
		used: () => ({ status: 200, body: '{"success":false,"error-codes":["timeout-or-duplicate"]}' }),
		misconfigured: () => ({ status: 200, body: '{"success":false,"error-codes":["invalid-input-secret"]}' }),
		broken: () => ({ status: 503, body: 'away' }),
		nonsense: () => ({ status: 200, body: '{"success":"yes"}' }),
		slow: () => null,
	}
	const server = createServer((request: IncomingMessage, response) => {
		void text(request).then((body) => {
			const fields = Object.fromEntries(new URLSearchParams(body))
			asked.push(fields)
			const answer = (answers[fields.response ?? ''] ?? answers.used)?.()
			if (answer) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
		})
	})
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
	onTestFinished(async () => {
		server.closeAllConnections()
		await new Promise((closed) => server.close(closed))
	})
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
	return { address, asked }
}

/** @param timeoutMs time to wait for the provider; the default is enough even for a busy machine */
export async function startGuarded(timeoutMs = 60_000) {
	const provider = await startProvider()
	const log = createLogger('error', () => {})
	const captcha = createSiteverify({ provider: 'turnstile', secret: 'the-secret', timeoutMs }, log, provider.address)
	return { ...(await startWire({ env, captcha })), asked: provider.asked }
}

/** Expects the endpoint to refuse requests without a captcha token, or with a used one, before doing anything. */
export async function expectCaptcha(path: string, body: object): Promise<void> {
	const wire = await startGuarded()
	for (const security of [undefined, {}, { captcha_token: ' ' }, { captcha_token: 'used' }]) {
		const response = await wire.post(path, { ...body, ...(security && { gotrue_meta_security: security }) })
		expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([400, 'captcha_failed'])
	}
	expect([await wire.countRows('auth.users'), await wire.countRows('outbox_messages')]).toEqual([0, 0])
	expect(wire.asked).toHaveLength(1)
}
