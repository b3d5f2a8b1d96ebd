import { expect, test } from 'vitest'

import { createLogger } from '#server/kernel/logger.ts'

import { CommitWatch } from './commit-watch.ts'

test('only a commit that itself waits for ten seconds hangs, and each hang is counted and logged once, with the server', () => {
	const lines: string[] = []
	const watch = new CommitWatch(createLogger('error', (line) => lines.push(line)))
	const isHanging = (nowMs: number, ...waiting: string[]) => {
		try {
			watch.note({ address: '10.0.0.1', waiting }, nowMs)
			return false
		} catch {
			return true
		}
	}
	expect([isHanging(0, 'a'), isHanging(5000, 'a', 'b'), isHanging(9999, 'a', 'b')]).toEqual([false, false, false])
	// On a busy server, some commit is always waiting, but never the same one for long.
	expect([isHanging(10_000, 'b', 'c'), isHanging(14_999, 'b')]).toEqual([false, false])
	expect([isHanging(15_000, 'b'), isHanging(15_500, 'b')]).toEqual([true, true])
	expect([watch.hangs, lines.length]).toEqual([1, 1])
	expect(lines[0]).toContain('"server":"10.0.0.1"')
	expect([isHanging(16_000), isHanging(16_500, 'd'), isHanging(26_500, 'd')]).toEqual([false, false, true])
	expect([watch.hangs, lines.length]).toEqual([2, 2])
})
