import { expect, test } from 'vitest'

import { type AttemptOutcome, type DeliveryAttempts, MAX_ATTEMPTS, nextDeliveryStep, type DeliveryStep } from './next-step.ts'

const FIRST: DeliveryAttempts = { attempts: 1, unconfirmed: 0, isBulk: false }
const LAST = { ...FIRST, attempts: MAX_ATTEMPTS }
const BULK = { ...FIRST, isBulk: true }

test.each<[string, AttemptOutcome, DeliveryAttempts, DeliveryStep]>([
	['an accepted mail', { kind: 'accepted' }, FIRST, 'sent'],
	['one accepted at the last attempt after a lost answer', { kind: 'accepted' }, { ...LAST, unconfirmed: 1 }, 'sent'],
	['one to a mailbox that does not exist', { kind: 'refused', refusal: 'bad-mailbox' }, FIRST, 'bounced'],
	['one refused for another reason', { kind: 'refused', refusal: 'other' }, FIRST, 'failed'],
	['one deferred', { kind: 'later' }, FIRST, 'retry'],
	['one deferred at the second-to-last attempt', { kind: 'later' }, { ...LAST, attempts: MAX_ATTEMPTS - 1 }, 'retry'],
	['one deferred at the last attempt', { kind: 'later' }, LAST, 'failed'],
	['one deferred beyond the last attempt', { kind: 'later' }, { ...LAST, attempts: MAX_ATTEMPTS + 1 }, 'failed'],
	['a newsletter deferred', { kind: 'later' }, BULK, 'retry'],
	['one whose answer was lost', { kind: 'unknown' }, FIRST, 'retry-in-doubt'],
	['one whose answer was lost twice', { kind: 'unknown' }, { ...FIRST, attempts: 2, unconfirmed: 1 }, 'unknown'],
	['a newsletter whose answer was lost', { kind: 'unknown' }, BULK, 'unknown'],
])('%s', (_label, outcome, attempts, step) => {
	expect(nextDeliveryStep(outcome, attempts)).toBe(step)
})
