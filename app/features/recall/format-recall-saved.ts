import type { AccountState } from '#app/lib/records/use-account-sync.ts'

const KEPT: Record<AccountState, string> = {
	idle: 'Your answers are saved in this browser. Sign in to save them to your account too.',
	syncing: 'Your answers are saved in this browser. Saving to your account…',
	synced: 'Your answers are saved in this browser and in your account.',
	'nearly-full': 'Your answers are saved in this browser and in your account.',
	waiting: 'Your answers are saved in this browser. We will save them to your account once we can reach the server.',
	full: 'Some answers are saved in this browser only, because your account is full.',
	refused: 'Some answers are saved in this browser only: your account could not take them. Their module may not be open to you any more.',
}

/** Where the answers to questions are saved. */
export const formatRecallSaved = (sync: AccountState, isKept: boolean): string =>
	isKept ? KEPT[sync] : 'This browser does not let us save anything, or its storage is full: your answers last until you leave the page.'
