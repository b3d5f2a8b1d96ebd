import { expect, test } from 'vitest'

import { checkTransfer, isReminderDue, parseTransferAmount, type ReceivedTransfer, type TransferFacts } from './check-transfer.ts'

const DAY_MS = 86_400_000
const order: TransferFacts = {
	amountCents: 3760,
	currency: 'usd',
	acceptedAtMs: 0,
	expiresAtMs: 14 * DAY_MS,
	closedAtMs: null,
	paidAtMs: null,
}
const received: ReceivedTransfer = { amountCents: 3760, currency: 'usd', atMs: DAY_MS, isTakenLate: false }

test.each<{ what: string; order?: Partial<TransferFacts>; received?: Partial<ReceivedTransfer>; verdict: string }>([
	{ what: 'the right amount in time', verdict: 'accepted' },
	{ what: 'the last millisecond', received: { atMs: 14 * DAY_MS - 1 }, verdict: 'accepted' },
	{ what: 'the end itself', received: { atMs: 14 * DAY_MS }, verdict: 'expired' },
	{ what: 'after the end, accepted late', received: { atMs: 15 * DAY_MS, isTakenLate: true }, verdict: 'accepted' },
	{ what: 'a cent less', received: { amountCents: 3759 }, verdict: 'wrong_amount' },
	{ what: 'a cent more', received: { amountCents: 3761 }, verdict: 'wrong_amount' },
	{ what: 'a cent less, accepted late', received: { amountCents: 3759, isTakenLate: true }, verdict: 'wrong_amount' },
	{ what: 'another currency', received: { currency: 'eur' }, verdict: 'wrong_currency' },
	{ what: 'a second transfer', order: { paidAtMs: 1 }, verdict: 'already_paid' },
	{ what: 'a second transfer after the end', order: { paidAtMs: 1 }, received: { atMs: 15 * DAY_MS }, verdict: 'already_paid' },
	{ what: 'another amount after it was paid', order: { paidAtMs: 1 }, received: { amountCents: 1 }, verdict: 'wrong_amount' },
	{ what: 'one replaced by a newer order', order: { closedAtMs: 1 }, verdict: 'replaced' },
	{ what: 'a replaced one, accepted late', order: { closedAtMs: 1 }, received: { isTakenLate: true }, verdict: 'accepted' },
	{ what: 'one not placed', order: { acceptedAtMs: null }, verdict: 'not_ordered' },
	{ what: 'one not placed, captured late', order: { acceptedAtMs: null }, received: { isTakenLate: true }, verdict: 'not_ordered' },
])('$what → $verdict', ({ order: changes, received: told, verdict }) => {
	expect(checkTransfer({ ...order, ...changes }, { ...received, ...told })).toBe(verdict)
})

test.each<{ what: string; order?: Partial<TransferFacts>; day: number; isDue: boolean }>([
	{ what: 'on the day before', day: 2.999, isDue: false },
	{ what: 'on the day', day: 3, isDue: true },
	{ what: 'on the last day', day: 13.999, isDue: true },
	{ what: 'after the end', day: 14, isDue: false },
	{ what: 'once paid', order: { paidAtMs: 1 }, day: 5, isDue: false },
	{ what: 'once replaced', order: { closedAtMs: 1 }, day: 5, isDue: false },
	{ what: 'of an order not placed', order: { acceptedAtMs: null }, day: 5, isDue: false },
])('a reminder for an order $what: $isDue', ({ order: changes, day, isDue }) => {
	expect(isReminderDue({ ...order, ...changes }, { nowMs: day * DAY_MS, days: 3 })).toBe(isDue)
})

test.each([
	['37.60', 3760],
	['37,6', 3760],
	['37', 3700],
	['0.01', 1],
	[' 37.60\n', 3760],
	['9999999', 999_999_900],
	['10000000', null],
	['37.605', null],
	['1,000.00', null],
	['-37.60', null],
	['37.60 USD', null],
	['', null],
])('the amount %s is %s cents', (text, cents) => {
	expect(parseTransferAmount(text, 'usd')).toBe(cents)
})

test.each([
	['4700', 'JPY', 4700],
	['47.00', 'JPY', null],
	['14.305', 'KWD', 14_305],
	['14,3', 'KWD', 14_300],
	['14.305', 'EUR', null],
	['99999999', 'EUR', null],
])('the amount %s in %s is %s in its smallest unit', (text, currency, amount) => {
	expect(parseTransferAmount(text, currency)).toBe(amount)
})
