import { getRequestListener } from '@hono/node-server'
import { createEmulator } from 'emulate'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { blockPhone } from '#server/services/messaging/sms/consents.ts'

import { readMessageStatus } from './sms-rows.ts'
import { signedIn, startWire } from './test-client.ts'

// Credentials from the emulator's seed.
const ACCOUNT = `AC${'0'.repeat(32)}`
const TOKEN = 'twilio_test_auth_token'
const CODES = `MG${'a'.repeat(32)}`
const NOTES = `MG${'b'.repeat(32)}`
const [CODE_SENDER, NOTE_SENDER] = ['+15551230001', '+15551230002']
const PHONE = '+14155552671'

const listen = (server: Server) =>
	new Promise<string>((resolve) =>
		server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
	)

/** Starts the server on a socket and a third-party SMS emulator, which call each other over loopback. */
async function startProvider() {
	let handle: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 })
	const server = createServer((request, response) => void getRequestListener((incoming) => handle(incoming))(request, response))
	const site = await listen(server)
	const inbound = `${site}/webhooks/twilio/inbound`
	const emulator = await createEmulator({
		service: 'twilio',
		port: 0,
		seed: {
			twilio: {
				account: { sid: ACCOUNT, auth_token: TOKEN },
				phone_numbers: [{ phone_number: CODE_SENDER }, { phone_number: NOTE_SENDER }],
				messaging_services: [
					{ sid: CODES, friendly_name: 'codes', inbound_request_url: inbound, phone_numbers: [CODE_SENDER] },
					{ sid: NOTES, friendly_name: 'notes', inbound_request_url: inbound, phone_numbers: [NOTE_SENDER] },
				],
			},
		},
	})
	onTestFinished(async () => {
		await emulator.close()
		server.closeAllConnections()
		server.close()
	})
	const wire = await startWire({
		env: {
			GOTRUE_SITE_URL: site,
			TWILIO_ACCOUNT_SID: ACCOUNT,
			TWILIO_AUTH_TOKEN: TOKEN,
			TWILIO_CODE_SERVICE_SID: CODES,
			TWILIO_NOTIFICATION_SERVICE_SID: NOTES,
			TWILIO_API_BASE: emulator.url,
		},
	})
	handle = (request) => wire.app.fetch(request)
	const call = async (path: string, form?: Record<string, string>) => {
		const response = await fetch(emulator.url + path, {
			headers: { authorization: `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}` },
			...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
		})
		return (await response.json()) as Record<string, unknown>
	}
	return { wire, call }
}

type Sent = { sid: string; body: string; messaging_service_sid: string; status: string }

test('a code is sent through the provider, late reports don’t lower its status, and STOP takes effect at once', async () => {
	const { wire, call } = await startProvider()
	const { client, user } = await signedIn(wire)
	const ask = async () => {
		wire.clock.advance(61_000)
		return (await client.functions.invoke('send-verification-code', { body: { phoneNumber: PHONE, purpose: 'phone_verification' } })).data
	}
	expect(await ask()).toMatchObject({ success: true })
	const { messages } = (await call(`/2010-04-01/Accounts/${ACCOUNT}/Messages.json`)) as { messages: Sent[] }
	expect(messages).toEqual([expect.objectContaining({ messaging_service_sid: CODES })])
	const [sent] = messages
	const code = /^\d{6}/.exec(sent!.body)![0]

	for (const status of ['sent', 'delivered', 'sending', 'sent'])
		await call('/_twilio/simulate/message-status', { MessageSid: sent!.sid, Status: status })
	expect(await readMessageStatus(wire.deps, user.id)).toEqual([{ status: 'delivered', log: 'delivered', provider_id: sent!.sid }])

	const verified = await client.functions.invoke('verify-code', { body: { code, phoneNumber: PHONE, purpose: 'phone_verification' } })
	expect(verified.data).toEqual({ success: true })

	const text = (to: string, body: string) => call('/_twilio/simulate/inbound-message', { To: to, From: PHONE, Body: body })
	await text(NOTE_SENDER, 'Stop')
	expect(await ask()).toMatchObject({ success: true })
	await text(CODE_SENDER, 'STOP')
	expect(await ask()).toMatchObject({ success: false, code: 'phone_opted_out' })
	await text(CODE_SENDER, 'start')
	expect(await ask()).toMatchObject({ success: true })
	expect(await wire.deps.db.selectFrom('sms_blocks').select(['stream', 'reason']).execute()).toEqual([
		{ stream: 'notifications', reason: 'stop' },
	])
	await blockPhone(systemContext(wire.deps, 'test'), { phone: PHONE, streams: ['codes'], reason: 'not-mobile' })
	await text(CODE_SENDER, 'start')
	expect(await ask()).toMatchObject({ success: false, code: 'phone_type' })
})

test('an unsigned provider report changes nothing', async () => {
	const { wire } = await startProvider()
	const answer = await wire.request('/webhooks/twilio/inbound', {
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'Zm9yZ2Vk' },
		body: new URLSearchParams({ From: PHONE, Body: 'STOP' }).toString(),
	})
	expect(answer.status).toBe(403)
	expect(await wire.countRows('sms_blocks')).toBe(0)
})
