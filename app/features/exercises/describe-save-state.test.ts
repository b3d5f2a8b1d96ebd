import { expect, test } from 'vitest'

import { describeSaveState } from './describe-save-state.ts'

const KEPT = { sync: 'synced', isKept: true, isUnsent: false, isTooLarge: false } as const

test.each([
	[{}, 'Saved in this browser and in your account.'],
	[{ sync: 'idle' }, 'Saved in this browser. Sign in'],
	[{ sync: 'waiting' }, 'once we can reach the server'],
	[{ sync: 'refused' }, 'Saved in this browser and in your account.'],
	[{ sync: 'refused', isUnsent: true }, 'we couldn’t save it to your account'],
	[{ sync: 'full', isUnsent: true }, 'account is full'],
	[{ isTooLarge: true }, 'too long for your account'],
	[{ isKept: false }, 'This browser doesn’t let us save anything'],
] as const)('%j is shown as: %s', (parts, words) => {
	expect(describeSaveState({ ...KEPT, ...parts })).toContain(words)
})
