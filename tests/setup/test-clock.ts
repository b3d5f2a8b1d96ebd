export type TestClock = { now: () => Date; advance: (ms: number) => void; advancedMs: () => number }

/**
 * Creates a clock that starts at the current time and is frozen until moved: real libraries under test compare with the real
 * time.
 */
export function createTestClock(start = Date.now()): TestClock {
	let advanced = 0
	return {
		now: () => new Date(start + advanced),
		advance: (ms) => {
			advanced += ms
		},
		advancedMs: () => advanced,
	}
}
