import { expect, test } from 'vitest'

import type { OrderReceipt } from '#contracts/payments.ts'
import { formatReference } from '#domain/orders/transfer-reference.ts'
import { sessionIdOf } from '#tests/factories/checkout.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { openShop } from '#tests/factories/shop.ts'
import { CONSENT, sendMoney } from '#tests/factories/transfer.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

type Body = OrderReceipt & { error?: { code: string; fields?: Record<string, string> } }

async function openBank() {
	const made = await makeTestDeps({ env: { BANK_TRANSFER: '1' } })
	const shop = await openShop({ made })
	const another = await openShop({ made })
	const read = async (id: string, headers: Record<string, string> = {}, browser = shop) => {
		const { status, text } = await browser.request(`/api/orders/${id}`, { headers })
		return { status, body: JSON.parse(text) as Body }
	}
	const place = async (id: string, body: object, headers: Record<string, string> = {}, browser = shop) => {
		const { status, text } = await browser.postJson(`/api/orders/${id}/transfer`, body, headers)
		return { status, body: JSON.parse(text) as Body }
	}
	return { ...made, shop, another, read, place }
}

test('a guest accepts the terms on the order page, and sees amount, reference and account until paid', async () => {
	const { deps, shop, read, place } = await openBank()
	const { url } = await shop.createPayment({ couponCode: 'LAUNCH1' })
	expect(new URL(url).pathname).toMatch(/^\/orders\/bt_[0-9a-f]{40}$/)
	const id = sessionIdOf(url)
	const before = await read(id)
	expect(before.body.transfer).toMatchObject({ state: 'to-confirm', asksEmail: true, consent: { version: CONSENT } })
	expect(JSON.stringify(before.body)).not.toMatch(/XX00|LW-/)

	const placed = await place(id, { consent: CONSENT, email: 'Ada@Example.com' })
	const { reference } = await deps.db.selectFrom('bank_transfers').select('reference').executeTakeFirstOrThrow()
	expect(placed).toMatchObject({
		status: 200,
		body: {
			email: 'a***@example.com',
			amounts: { totalCents: 3760 },
			transfer: {
				state: 'awaited',
				reference: formatReference(reference),
				account: { iban: 'XX00 0000 0000 0000 0000' },
				remindAfterDays: 3,
			},
		},
	})
	// A second submit, even with another address, changes nothing.
	await place(id, { consent: CONSENT, email: 'eve@example.com' })
	expect(await deps.db.selectFrom('orders').select('email').execute()).toEqual([{ email: 'ada@example.com' }])
	expect(
		await deps.db.selectFrom('outbox_messages').select('to_address').where('template', '=', 'order.transfer-asked').execute(),
	).toHaveLength(1)

	await sendMoney(deps, id)
	expect((await read(id)).body).toMatchObject({ status: 'paid', access: 'active', transfer: null, waiver: { version: CONSENT } })
	expect(await shop.status(id)).toMatchObject({ status: 'paid' })
})

test('an invalid order is refused with a reason, and nothing is placed', async () => {
	const { shop, read, place } = await openBank()
	const id = sessionIdOf((await shop.createPayment()).url)
	expect((await place(id, { consent: CONSENT })).body.error).toMatchObject({ code: 'email_missing', fields: { email: expect.any(String) } })
	expect((await place(id, { consent: CONSENT, email: 'nonsense' })).status).toBe(400)
	expect((await place(id, { consent: '2020-01-01', email: 'ada@example.com' })).body.error?.code).toBe('consent_changed')
	expect((await read(id)).body.transfer?.state).toBe('to-confirm')
})

test('a reference or another browser doesn’t open an order, and an account’s order is its own', async () => {
	const { deps, shop, another, read, place } = await openBank()
	const id = sessionIdOf((await shop.createPayment()).url)
	expect((await place(id, { consent: CONSENT, email: 'eve@example.com' }, {}, another)).body.error?.code).toBe('other_browser')
	await place(id, { consent: CONSENT, email: 'ada@example.com' })
	const { reference } = await deps.db.selectFrom('bank_transfers').select('reference').executeTakeFirstOrThrow()
	const { id: own } = await deps.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
	for (const guess of [reference, formatReference(reference), own, `bt_${'0'.repeat(40)}`]) {
		expect((await read(guess, {}, another)).status).toBe(404)
		expect((await shop.open(`/api/orders/by-session/${guess}`)).text).toBe('{"status":"unknown"}')
	}

	const owner = await makeLearner(deps)
	const stranger = await makeLearner(deps)
	const theirs = sessionIdOf((await shop.createPayment({}, owner.headers)).url)
	for (const headers of [{}, stranger.headers]) {
		expect((await read(theirs, headers)).status).toBe(404)
		expect((await place(theirs, { consent: CONSENT, email: 'eve@example.com' }, headers)).status).toBe(404)
	}
	expect((await read(theirs, owner.headers)).body.transfer).toMatchObject({ state: 'to-confirm', asksEmail: false })
	expect((await place(theirs, { consent: CONSENT }, owner.headers)).body.transfer).toMatchObject({ state: 'awaited' })
})

test('with card payments on, no bank transfer can be placed', async () => {
	const shop = await openShop()
	const id = sessionIdOf((await shop.createPayment()).url)
	expect((await shop.postJson(`/api/orders/${id}/transfer`, { consent: CONSENT, email: 'ada@example.com' })).status).toBe(404)
	expect((JSON.parse((await shop.open(`/api/orders/${id}`)).text) as OrderReceipt).transfer).toBeNull()
})
