import {
	type Asker,
	becomesNearlyUsed,
	chooseShare,
	isOpenToStrangers,
	NOTHING_SPENT,
	proofBits,
	type Spent,
} from '#domain/auth/message-shares.ts'
import type { Config } from '#server/config/config.ts'

export type MessageChannel = 'mails' | 'texts'

export type Taken = {
	/** Whether there was a message left for this asker. */
	isTaken: boolean
	/** Whether callers from elsewhere get the answer that none are left. */
	isOver: boolean
	/** True exactly once in a window: strangers have almost used up their share. */
	isNearlyOver: boolean
	/** Until the window ends. */
	seconds: number
}

/** What the whole server sends to sign people in, per window that the operator sets. In memory: a restart resets it. */
export type MessageBudget = {
	take: (channel: MessageChannel, asker: Asker) => Taken
	/** Leading zero bits of the proof of work that a message asked for from elsewhere needs now; 0 for none. */
	proofBits: (channel: MessageChannel) => number
	/** What of the window's messages is spent. */
	read: (channel: MessageChannel) => { spent: number; most: number; seconds: number }
}

type Window = { startedAt: number; spent: Spent }

export function createMessageBudget({ auth }: Pick<Config, 'auth'>, now: () => Date): MessageBudget {
	const windows: Record<MessageChannel, Window> = {
		mails: { startedAt: 0, spent: NOTHING_SPENT },
		texts: { startedAt: 0, spent: NOTHING_SPENT },
	}
	function open(channel: MessageChannel): { window: Window; most: number; seconds: number } {
		const { points, seconds } = auth.messageRates[channel]
		const time = now().getTime()
		if (time - windows[channel].startedAt >= seconds * 1000) windows[channel] = { startedAt: time, spent: NOTHING_SPENT }
		const window = windows[channel]
		return { window, most: points, seconds: Math.max(1, Math.ceil((window.startedAt + seconds * 1000 - time) / 1000)) }
	}
	return {
		take(channel, asker) {
			const { window, most, seconds } = open(channel)
			const isOver = !isOpenToStrangers(most, window.spent)
			const share = chooseShare(most, window.spent, asker)
			if (share !== null) window.spent = { ...window.spent, [share]: window.spent[share] + 1 }
			return { isTaken: share !== null, isOver, isNearlyOver: share === 'stranger' && becomesNearlyUsed(most, window.spent), seconds }
		},
		proofBits(channel) {
			const { window, most } = open(channel)
			return proofBits(most, window.spent)
		},
		read(channel) {
			const { window, most, seconds } = open(channel)
			return { spent: Object.values(window.spent).reduce((sum, share) => sum + share, 0), most, seconds }
		},
	}
}
