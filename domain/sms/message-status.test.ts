import { expect, test } from 'vitest'

import { laterStatus, type SmsStatus, toLogStatus } from './message-status.ts'

const ON_THE_WAY: readonly SmsStatus[] = ['queued', 'sending', 'unknown', 'accepted', 'sent']
const FINAL: readonly SmsStatus[] = ['delivered', 'undelivered', 'failed', 'suppressed']

test('a message status only moves forward', () => {
	for (const [index, known] of ON_THE_WAY.entries()) {
		for (const reported of ON_THE_WAY.slice(0, index + 1)) expect(laterStatus(known, reported)).toBe(known)
		for (const reported of [...ON_THE_WAY.slice(index + 1), ...FINAL]) expect(laterStatus(known, reported)).toBe(reported)
	}
})

test('a final status never changes', () => {
	for (const known of FINAL) for (const reported of [...ON_THE_WAY, ...FINAL]) expect(laterStatus(known, reported)).toBe(known)
})

test('each status maps to one of five log statuses', () => {
	expect([...ON_THE_WAY, ...FINAL].map(toLogStatus)).toEqual([
		'queued',
		'queued',
		'queued',
		'queued',
		'sent',
		'delivered',
		'undelivered',
		'failed',
		'failed',
	])
})
