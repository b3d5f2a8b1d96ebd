// asvs V14.2.4 V16.2.2 V16.2.4 V16.4.1
import { expect, onTestFinished, test, vi } from 'vitest'

import { createLogger } from './logger.ts'

function stopTime() {
	vi.useFakeTimers({ toFake: ['setTimeout'] })
	onTestFinished(() => void vi.useRealTimers())
}

const collect = (lines: string[]) => createLogger('info', (line) => lines.push(line))
const countsOf = (lines: readonly string[]) => lines.map((line) => (JSON.parse(line) as { count?: number }).count)

test('warnings caused by strangers are one log line a minute with a count', () => {
	stopTime()
	const lines: string[] = []
	const log = collect(lines)
	for (let call = 0; call < 3228; call += 1) log.throttled('warn', 'webhook refused', { reason: `no. ${call}` })
	expect(countsOf(lines)).toEqual([undefined])
	vi.advanceTimersByTime(59_999)
	expect(lines).toHaveLength(1)
	vi.advanceTimersByTime(1)
	expect(countsOf(lines)).toEqual([undefined, 3227])
	expect(lines[1]).toContain('"reason":"no. 3227"')
	log.throttled('warn', 'webhook refused')
	log.throttled('warn', 'honeypot filled')
	expect(lines).toHaveLength(3)
	vi.advanceTimersByTime(60_000)
	expect(countsOf(lines).slice(3)).toEqual([1])
	vi.advanceTimersByTime(600_000)
	expect(lines).toHaveLength(4)
	log.throttled('warn', 'webhook refused')
	expect(countsOf(lines).slice(4)).toEqual([undefined])
})

test('a repeated failure writes at most 200 lines a minute and counts the rest', () => {
	stopTime()
	const lines: string[] = []
	const log = collect(lines)
	for (let call = 0; call < 5000; call += 1) log.error('request failed', { requestId: call, error: new Error('no verdict') })
	expect(lines).toHaveLength(200)
	vi.advanceTimersByTime(60_000)
	expect(countsOf(lines).slice(200)).toEqual([4800])
})

test('an entry is one line of JSON with its time in UTC, whatever input it contains', () => {
	const lines: string[] = []
	const typed = 'x\n{"time":"2020-01-01T00:00:00.000Z","level":"error","message":"forged"}\r\u2028'
	createLogger('info', (line) => lines.push(line)).warn('refused', { typed, error: new Error(typed) })
	expect(lines).toHaveLength(1)
	expect(lines[0]?.match(/\r|\n/g)).toEqual(['\n'])
	const entry = JSON.parse(lines[0] ?? '') as Record<string, unknown>
	expect(entry).toMatchObject({ level: 'warn', message: 'refused', typed, error: { message: typed, stack: expect.any(String) } })
	expect(entry.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

test('entries below the level are left out', () => {
	const lines: string[] = []
	createLogger('warn', (line) => lines.push(line)).info('started')
	expect(lines).toEqual([])
})
