import { expect, test, vi } from 'vitest'

import { createLogger } from './logger.ts'
import { isOutage, noteOwnReadOnly, reportOutage } from './outage.ts'

test('an outage is one line a minute, which counts what it left out; each server counts its own', () => {
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

test('a refused write is an outage, unless this program had made its transaction read only', () => {
	const refused = () => Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' })
	const onPurpose = refused()
	noteOwnReadOnly(onPurpose)
	expect([isOutage(refused()), isOutage(onPurpose)]).toEqual([true, false])
})
