import { expect, test } from 'vitest'

import { createLogger } from './logger.ts'

test('an entry is one line of JSON with its time in UTC, whatever a stranger typed', () => {
	const lines: string[] = []
	const typed = 'x\n{"time":"2020-01-01T00:00:00.000Z","level":"error","message":"forged"}\r\u2028'
	createLogger('info', (line) => lines.push(line)).warn('refused', { typed, error: new Error(typed) })
	expect(lines).toHaveLength(1)
	expect(lines[0]?.match(/\r|\n/g)).toEqual(['\n'])
	const entry = JSON.parse(lines[0] ?? '') as Record<string, unknown>
	expect(entry).toMatchObject({ level: 'warn', message: 'refused', typed, error: { message: typed, stack: expect.any(String) } })
	expect(entry.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

test('what is below the level is left out', () => {
	const lines: string[] = []
	createLogger('warn', (line) => lines.push(line)).info('started')
	expect(lines).toEqual([])
})
