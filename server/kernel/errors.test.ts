import { expect, test, vi } from 'vitest'

import { isOutage, markIntendedReadOnly, reportOutage } from './errors.ts'
import { createLogger } from './logger.ts'

test('an outage is one log line a minute with a count, per server', () => {
	vi.useFakeTimers({ toFake: ['setTimeout'] })
	try {
		const lines: string[] = []
		const open = (name: string) => createLogger('error', (line) => lines.push(`${name} ${line}`))
		const [here, there] = [open('here'), open('there')]
		for (const log of [here, here, there, here]) reportOutage(log, new Error('Connection terminated'))
		expect(lines.map((line) => line.split(' ')[0])).toEqual(['here', 'there'])

		vi.advanceTimersByTime(60_000)
		expect(lines).toHaveLength(3)
		expect(lines[2]).toMatch(/^here .*"count":2/)
	} finally {
		vi.useRealTimers()
	}
})

test('a refused write is an outage, unless the program made the transaction read-only', () => {
	const refused = () => Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' })
	const onPurpose = refused()
	markIntendedReadOnly(onPurpose)
	expect([isOutage(refused()), isOutage(onPurpose)]).toEqual([true, false])
})

test.each([
	['pgbouncer without a server', { code: '08P01', message: 'query_wait_timeout' }],
	['a frozen pooler', { message: 'Query read timeout' }],
	[
		'a certificate for another name',
		{ code: 'ERR_TLS_CERT_ALTNAME_INVALID', message: "Hostname/IP does not match certificate's altnames" },
	],
	['a self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' }],
	['a certificate from another authority', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', message: 'unable to verify the first certificate' }],
	['an expired certificate', { code: 'CERT_HAS_EXPIRED', message: 'certificate has expired' }],
	['a server without TLS', { message: 'The server does not support SSL connections' }],
	['a session lost during the TLS handshake', { message: 'There was an error establishing an SSL connection' }],
	['a standby that cancels a read', { code: '40001', message: 'canceling statement due to conflict with recovery' }],
	['a standby that can’t write its log', { code: '55000', message: 'cannot assign TransactionIds during recovery' }],
	['a socket that has ended', { code: 'EPIPE', message: 'This socket has been ended by the other party' }],
	['a socket that was destroyed', { code: 'ERR_STREAM_DESTROYED', message: 'Cannot call write after a stream was destroyed' }],
])('%s is an outage', (_, facts) => {
	expect(isOutage(Object.assign(new Error(facts.message), facts))).toBe(true)
})

test.each([
	['a conflict with another transaction', { code: '40001', message: 'could not serialize access due to concurrent update' }],
	['an object in the wrong state', { code: '55000', message: 'currval of sequence "a" is not yet defined in this session' }],
	['a wrong query', { code: '42P01', message: 'relation "certificates_due" does not exist' }],
])('%s is not an outage', (_, facts) => {
	expect(isOutage(Object.assign(new Error(facts.message), facts))).toBe(false)
})
