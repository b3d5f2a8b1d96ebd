import { expect, test } from 'vitest'

import {
	isStrangerShareAtWarningLevel,
	bitsFor,
	chooseShare,
	isOpenToStrangers,
	NO_MESSAGES_SENT,
	proofBits,
	formMailBudget,
	splitMessageBudget,
	type MessageShares,
} from './message-shares.ts'

/** Counts how many messages a requester still gets from a partly used budget. */
function drain(
	most: number,
	requester: 'usual' | 'known' | 'stranger',
	spent: MessageShares = NO_MESSAGES_SENT,
): { sent: number; spent: MessageShares } {
	let now = spent
	for (let sent = 0; ; sent += 1) {
		const share = chooseShare(most, now, requester)
		if (share === null) return { sent, spent: now }
		now = { ...now, [share]: now[share] + 1 }
	}
}

test('unknown addresses get half of the budget, known ones 80 %, trusted origins all of it, never more in total', () => {
	expect(drain(1000, 'stranger').sent).toBe(500)
	expect(drain(1000, 'known').sent).toBe(800)
	expect(drain(1000, 'usual').sent).toBe(1000)
	const strangers = drain(1000, 'stranger')
	const known = drain(1000, 'known', strangers.spent)
	expect([known.sent, drain(1000, 'usual', known.spent).sent]).toEqual([300, 200])
})

test('rounding loses no message of a small budget', () => {
	for (let most = 1; most <= 60; most += 1) {
		const { usual, known, stranger } = splitMessageBudget(most)
		expect(usual + known + stranger).toBe(most)
		expect(drain(most, 'usual').sent).toBe(most)
	}
})

test('messages used by strangers are deducted only from their share', () => {
	const { spent } = drain(1000, 'stranger')
	expect(isOpenToStrangers(1000, { ...spent, stranger: spent.stranger - 1 })).toBe(true)
	expect(isOpenToStrangers(1000, spent)).toBe(false)
	expect([chooseShare(1000, spent, 'stranger'), chooseShare(1000, spent, 'known'), chooseShare(1000, spent, 'usual')]).toEqual([
		null,
		'known',
		'usual',
	])
})

test('a proof of work is required from a quarter of the open share, and grows; never for the first ten', () => {
	const bits = (stranger: number, most = 1000) => proofBits(most, { ...NO_MESSAGES_SENT, stranger })
	expect([bits(0), bits(124), bits(125), bits(300), bits(500), bits(5000)]).toEqual([0, 0, 14, 16, 18, 18])
	expect([bits(9, 10), bits(10, 10)]).toEqual([0, 14])
	expect(proofBits(1000, { usual: 200, known: 0, stranger: 0 })).toBe(0)
})

test('forms get a fifth of the mails, at the same proof of work', () => {
	expect([0, 1, 2, 30, 1000].map(formMailBudget)).toEqual([0, 0, 1, 6, 200])
	expect([49, 50, 200].map((used) => bitsFor(200, used))).toEqual([0, 14, 18])
})

test('the remaining share doesn’t reveal whether an address is known', () => {
	const after = (requester: 'known' | 'stranger') => {
		const share = chooseShare(10, NO_MESSAGES_SENT, requester)
		return share && { ...NO_MESSAGES_SENT, [share]: 1 }
	}
	expect(after('known')).toEqual(after('stranger'))
})

test.each([
	[1000, 399, false],
	[1000, 400, true],
	[1000, 401, false],
	[3, 2, false],
	[3, 3, true],
])('with a budget of %i, the alert is raised at message %i of strangers: %s', (most, stranger, expected) => {
	expect(isStrangerShareAtWarningLevel(most, { usual: 7, known: 7, stranger })).toBe(expected)
})
