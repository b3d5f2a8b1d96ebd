import { expect, test } from 'vitest'

import { signedIn, startWire, type Wire } from './test-client.ts'

const PHONES = { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', GOTRUE_SMS_AUTOCONFIRM: 'true' }
const ROUNDS = 6

const toldOf = async (answer: Response) => [answer.status, answer.headers.get('x-sb-error-code')] as const
const byStatus = ([a]: readonly [number, unknown], [b]: readonly [number, unknown]) => a - b

/**
 * Two accounts request the same new address and confirm from their current mailboxes. @returns the links sent to the new
 * address
 */
async function wishForOne(wire: Wire, wanted: string): Promise<string[]> {
	for (const person of [await signedIn(wire), await signedIn(wire)]) {
		await person.client.auth.updateUser({ email: wanted })
		const { linkToken } = await wire.lastMail(person.email)
		await wire.post('/verify', { type: 'email_change', token_hash: linkToken })
		wire.clock.advance(61_000)
	}
	return (await wire.mails(wanted)).map(({ linkToken }) => linkToken)
}

test('when two accounts confirm the same new mailbox at once, one gets it and the other gets an error', async () => {
	const wire = await startWire()
	for (let round = 0; round < ROUNDS; round += 1) {
		const links = await wishForOne(wire, `wanted${round}@example.com`)
		expect(links).toHaveLength(2)
		const answers = await Promise.all(links.map((link) => wire.post('/verify', { type: 'email_change', token_hash: link })))
		expect((await Promise.all(answers.map(toldOf))).toSorted(byStatus)).toEqual([
			[200, null],
			[422, 'email_exists'],
		])
	}
})

test('when two accounts change to the same number at once, one gets it and the other gets an error', async () => {
	const wire = await startWire({ env: PHONES })
	const people = [await signedIn(wire), await signedIn(wire)]
	for (let round = 0; round < ROUNDS; round += 1) {
		const body = JSON.stringify({ phone: `+1202555010${round}` })
		const answers = await Promise.all(
			people.map(({ session }) => {
				const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' }
				return wire.request('/auth/v1/user', { method: 'PUT', headers, body })
			}),
		)
		expect((await Promise.all(answers.map(toldOf))).toSorted(byStatus)).toEqual([
			[200, null],
			[422, 'phone_exists'],
		])
	}
})
