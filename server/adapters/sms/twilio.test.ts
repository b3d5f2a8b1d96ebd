import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import twilio from 'twilio'
import { expect, onTestFinished, test } from 'vitest'

import { readConfig } from '#server/config/config.ts'
import createMessage from '#tests/fixtures/twilio/create-message.schema.json' with { type: 'json' }

import type { SmsMessage } from './port.ts'
import { createTwilioSms, toTwilioForm, signForm } from './twilio.ts'

const ENV = {
	NODE_ENV: 'production',
	SANDBOX: '1',
	GOTRUE_SITE_URL: 'https://academy.example',
	TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
	TWILIO_AUTH_TOKEN: 'twilio_test_auth_token',
	TWILIO_CODE_SERVICE_SID: `MG${'1'.repeat(32)}`,
	TWILIO_NOTIFICATION_SERVICE_SID: `MG${'2'.repeat(32)}`,
}
const SITE = ENV.GOTRUE_SITE_URL
const ID = '01a1fa4e-0000-7000-8000-000000000000'

function twilioConfig(env: Record<string, string> = {}) {
	const { twilio: config } = readConfig({ ...ENV, ...env }).sms
	if (!config) throw new Error('not configured')
	return config
}

const message = (changes: Partial<SmsMessage> = {}): SmsMessage => ({
	id: ID,
	to: '+14155552671',
	body: '123456 is your code',
	stream: 'codes',
	validitySeconds: 600,
	...changes,
})

// Form values are text; the vendor's schema says which are numbers or booleans.
const ajv = new Ajv({ coerceTypes: true, strict: false })
addFormats.default(ajv)
ajv.addFormat('phone-number', /^\+[1-9]\d{1,14}$/)
const isValidForm = ajv.compile(createMessage)

test.each([
	['a code', message(), { MessagingServiceSid: ENV.TWILIO_CODE_SERVICE_SID, ValidityPeriod: '600', ContentRetention: 'discard' }],
	[
		'a notification',
		message({ stream: 'notifications', validitySeconds: null }),
		{ MessagingServiceSid: ENV.TWILIO_NOTIFICATION_SERVICE_SID },
	],
])('the request for %s is valid under Twilio’s OpenAPI description', (_what, sent, expected) => {
	const form = Object.fromEntries(toTwilioForm(sent, { config: twilioConfig(), siteUrl: SITE }))
	expect(form).toMatchObject({ ...expected, AddressRetention: 'obfuscate', StatusCallback: `${SITE}/webhooks/twilio/status?message=${ID}` })
	isValidForm({ ...form })
	expect(isValidForm.errors).toBeNull()
	expect(isValidForm({ ...form, MessagingServiceSid: 'MGshort' })).toBe(false)
	expect(isValidForm({ ...form, ValidityPriod: '600' })).toBe(false)
})

test('each stream has its own messaging service, and Twilio needs all its variables or none', () => {
	const { TWILIO_CODE_SERVICE_SID: _left, ...incomplete } = ENV
	expect(() => readConfig(incomplete)).toThrow('TWILIO_CODE_SERVICE_SID')
	expect(() => readConfig({ ...ENV, SMS_COUNTRIES: 'US,XX' })).toThrow('SMS_COUNTRIES')
	expect(readConfig(ENV).sms.mode).toBe('twilio')
	expect(readConfig({}).sms).toMatchObject({ mode: 'outbox', twilio: null })
})

const FORMS: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
	[
		'/webhooks/twilio/status?message=abc',
		[
			['MessageSid', 'SM1'],
			['MessageStatus', 'delivered'],
			['To', '+14155552671'],
		],
	],
	[
		'/webhooks/twilio/inbound',
		[
			['Body', ' stop \n'],
			['From', '+14155552671'],
			['MediaUrl', 'b'],
			['MediaUrl', 'a'],
			['Empty', ''],
		],
	],
	[
		'/webhooks/twilio/inbound',
		[
			['Body', 'ñ & = + %20 🙂'],
			['body', 'another'],
			['A', '1'],
		],
	],
]

test.each(FORMS)('our signature of %s equals the SDK’s, and a changed byte is refused', (pathAndQuery, fields) => {
	const url = SITE + pathAndQuery
	const params: Record<string, string | string[]> = {}
	for (const [name, value] of fields) {
		const known = params[name]
		params[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value]
	}
	const signature = signForm(ENV.TWILIO_AUTH_TOKEN, url, fields)
	expect(signature).toBe(twilio.getExpectedTwilioSignature(ENV.TWILIO_AUTH_TOKEN, url, params))
	expect(twilio.validateRequest(ENV.TWILIO_AUTH_TOKEN, signature, url, params)).toBe(true)

	const { webhooks } = createTwilioSms(twilioConfig(), SITE)
	const changed = fields.map(([name, value], index) => [name, index === 0 ? `${value}x` : value] as const)
	for (const form of [
		{ pathAndQuery, fields: changed, signature },
		{ pathAndQuery: `${pathAndQuery}2`, fields, signature },
		{ pathAndQuery, fields, signature: null },
		{ pathAndQuery, fields, signature: 'bm90IGl0' },
	])
		expect(() => webhooks?.readInbound(form)).toThrow(expect.objectContaining({ code: 'bad_signature' }))
})

const inbound = (fields: Record<string, string>) => {
	const list = Object.entries({ From: '+14155552671', ...fields })
	const pathAndQuery = '/webhooks/twilio/inbound'
	const signature = signForm(ENV.TWILIO_AUTH_TOKEN, SITE + pathAndQuery, list)
	return createTwilioSms(twilioConfig(), SITE).webhooks?.readInbound({ pathAndQuery, fields: list, signature })
}

test('a reply’s stream follows from the service, and OptOutType shows what Twilio already answered', () => {
	expect(inbound({ Body: 'Stop', MessagingServiceSid: ENV.TWILIO_CODE_SERVICE_SID })).toEqual({
		from: '+14155552671',
		stream: 'codes',
		keyword: 'stop',
		isAnswered: false,
	})
	expect(inbound({ Body: 'basta', OptOutType: 'STOP' })).toMatchObject({ stream: null, keyword: 'stop', isAnswered: true })
	expect(() => inbound({ From: 'ACME', Body: 'stop' })).toThrow(expect.objectContaining({ code: 'bad_report' }))
})

test.each([
	['30006', 'bad-number'],
	['21614', 'bad-number'],
	['30007', 'filtered'],
	['30003', null],
	['', null],
])('a delivery that failed with %j is reported as %s', (ErrorCode, trouble) => {
	const pathAndQuery = `/webhooks/twilio/status?message=${ID}`
	const fields = Object.entries({ MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode })
	const form = { pathAndQuery, fields, signature: signForm(ENV.TWILIO_AUTH_TOKEN, SITE + pathAndQuery, fields) }
	expect(createTwilioSms(twilioConfig(), SITE).webhooks?.readStatus(form)).toMatchObject({
		providerId: 'SM1',
		status: 'undelivered',
		trouble,
	})
})

/** Starts a provider on loopback with this listener. */
async function provider(listener: RequestListener): Promise<string> {
	const server = createServer(listener)
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => {
		server.closeAllConnections()
		server.close()
	})
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const answering =
	(status: number, body: string): RequestListener =>
	(request, response) => {
		request.resume().on('end', () => response.writeHead(status, { 'content-type': 'application/json' }).end(body))
	}
const twilioError = (code: number) => JSON.stringify({ code, message: 'No', more_info: '', status: 400 })

test.each([
	['accepted', answering(201, '{"sid":"SM1","status":"queued"}'), { kind: 'accepted', providerId: 'SM1', status: 'accepted' }],
	['opted out', answering(400, twilioError(21610)), { kind: 'refused', refusal: 'opted-out', code: '21610' }],
	['no such number', answering(400, twilioError(21211)), { kind: 'refused', refusal: 'bad-number', code: '21211' }],
	['no mobile', answering(400, twilioError(21614)), { kind: 'refused', refusal: 'bad-number', code: '21614' }],
	['wrong password', answering(401, twilioError(20003)), { kind: 'refused', refusal: 'setup', code: '20003' }],
	['a new error', answering(400, twilioError(29999)), { kind: 'refused', refusal: 'other', code: '29999' }],
	['404 without an error object', answering(404, '<html>'), { kind: 'refused', refusal: 'setup', code: 'http_404' }],
	['too many requests', answering(429, twilioError(20429)), { kind: 'later', code: '20429' }],
	['500 without an error object', answering(500, ''), { kind: 'unknown', code: 'http_500' }],
	['502 from a proxy', answering(502, '<html>Bad gateway</html>'), { kind: 'unknown', code: 'http_502' }],
	['201 without a message ID', answering(201, '{}'), { kind: 'unknown', code: 'http_500' }],
	[
		'reset after reading',
		((request) => void request.resume().on('end', () => request.socket.destroy())) as RequestListener,
		{ kind: 'unknown' },
	],
] as const)('%s', async (_what, listener, expected) => {
	const config = twilioConfig({ TWILIO_API_BASE: await provider(listener) })
	expect(await createTwilioSms(config, SITE).send(message())).toMatchObject(expected)
})

test('an unreachable provider took no message', async () => {
	const gone = createServer()
	await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
	const { port } = gone.address() as AddressInfo
	await new Promise((resolve) => gone.close(resolve))
	const config = twilioConfig({ TWILIO_API_BASE: `http://127.0.0.1:${port}` })
	expect(await createTwilioSms(config, SITE).send(message())).toEqual({ kind: 'later', code: 'ECONNREFUSED' })
})
