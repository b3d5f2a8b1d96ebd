import type { AccountState } from '#app/lib/records/use-account-sync.ts'

const KEPT: Record<AccountState, string> = {
	idle: 'Saved in this browser. Sign in to save it to your account too.',
	syncing: 'Saved in this browser. Saving to your account…',
	synced: 'Saved in this browser and in your account.',
	'nearly-full': 'Saved in this browser and in your account, which is almost out of space for exercises.',
	waiting: 'Saved in this browser. We’ll save it to your account once we can reach the server.',
	full: 'Saved in this browser only, because your account is full. Clear others to save this one to your account too.',
	refused: 'Saved in this browser only: we couldn’t save it to your account. The module may not be open to you yet.',
}

type Kept = {
	sync: AccountState
	isKept: boolean
	isUnsent: boolean
	isTooLarge: boolean
}

/** Describes the save state of an exercise. Once its answers are confirmed, an error must be about another exercise and is ignored. */
export function describeSaveState({ sync, isKept, isUnsent, isTooLarge }: Kept): string {
	if (!isKept) return 'This browser doesn’t let us save anything, or its storage is full. Print or copy this before you leave.'
	if (isTooLarge) return 'Saved in this browser only: this exercise is too long for your account. Shorten it to save it there too.'
	return KEPT[!isUnsent && (sync === 'refused' || sync === 'full') ? 'synced' : sync]
}
