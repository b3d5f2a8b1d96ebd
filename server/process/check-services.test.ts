import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { createLogger } from '#server/kernel/logger.ts'

import { logServiceProblems } from './check-services.ts'
import { readConfig } from './environment.ts'
import { refusePlaceholders } from './refuse-placeholders.ts'

async function startApi(answer: RequestListener): Promise<string> {
	const server = createServer(answer)
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
	onTestFinished(() => void server.close())
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const sid = (prefix: string) => prefix + '0'.repeat(32)

async function warningsOf(env: Record<string, string>): Promise<{ variable: string; problem: string }[]> {
	const lines: string[] = []
	await logServiceProblems(
		readConfig(env),
		createLogger('warn', (line) => lines.push(line)),
	)
	return lines.map((line) => JSON.parse(line) as { variable: string; problem: string })
}

test('an unknown key is reported by its variable; valid and restricted keys aren’t', async () => {
	const asked: string[] = []
	const api = await startApi((request, response) => {
		asked.push(`${request.url} ${request.headers.authorization}`)
		response.writeHead(request.headers.authorization?.includes('wrong') || request.url?.includes('Accounts') ? 401 : 403).end('{}')
	})
	const twilio = {
		TWILIO_API_BASE: api,
		TWILIO_ACCOUNT_SID: sid('AC'),
		TWILIO_AUTH_TOKEN: 'token-of-it',
		TWILIO_CODE_SERVICE_SID: sid('MG'),
		TWILIO_NOTIFICATION_SERVICE_SID: sid('MG'),
	}
	expect(await warningsOf({ STRIPE_API_BASE: api, STRIPE_SECRET_KEY: 'rk_test_restricted' })).toEqual([])
	const warnings = await warningsOf({ STRIPE_API_BASE: api, STRIPE_SECRET_KEY: 'sk_test_wrongwrong', ...twilio })
	expect(warnings.map(({ variable }) => variable).toSorted()).toEqual(['STRIPE_SECRET_KEY', 'TWILIO_AUTH_TOKEN'])
	expect(JSON.stringify(warnings)).not.toMatch(/wrongwrong|token-of-it/)
	expect(asked).toHaveLength(3)
})

test('an unreachable mail server is a warning', async () => {
	const smtp = { GOTRUE_SMTP_HOST: '127.0.0.1', GOTRUE_SMTP_PORT: '1', GOTRUE_SMTP_ADMIN_EMAIL: 'hello@academy.io' }
	const [warning, ...others] = await warningsOf(smtp)
	expect([warning?.variable, others]).toEqual(['GOTRUE_SMTP_HOST', []])
	expect(await warningsOf({})).toEqual([])
})

test('a live server refuses a placeholder support address', () => {
	const payments = { kind: 'sandbox' } as const
	const texts = (supportEmail: string) => ({ supportEmail, iban: 'XX00' })
	expect(() => refusePlaceholders({ isLive: true, payments }, texts('support@launchway.example'))).toThrow(
		/^content\/site\.json: supportEmail .* placeholder/,
	)
	expect(() => refusePlaceholders({ isLive: true, payments }, texts('support@academy.io'))).not.toThrow()
	expect(() => refusePlaceholders({ isLive: false, payments }, texts('support@launchway.example'))).not.toThrow()
})

test.each([
	{ what: 'the template account', iban: 'XX00 0000 0000 0000 0000', isLive: true, starts: false },
	{ what: 'a well-known example account', iban: 'DE89370400440532013000', isLive: true, starts: false },
	{ what: 'a real account', iban: 'DE75512108001245126199', isLive: true, starts: true },
	{ what: 'a placeholder account on a server that isn’t live', iban: 'XX00', isLive: false, starts: true },
])('a server with bank transfers and $what starts: $starts', ({ iban, isLive, starts }) => {
	const start = () => refusePlaceholders({ isLive, payments: { kind: 'bank-transfer' } }, { supportEmail: 'support@academy.io', iban })
	if (starts) expect(start).not.toThrow()
	else expect(start).toThrow(/^content\/company\/bank-transfer\.json: the account is a placeholder/)
})
