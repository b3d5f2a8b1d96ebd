import {
	type Asker,
	becomesNearlyUsed,
	bitsFor,
	chooseShare,
	isNearlyUsed,
	isOpenToStrangers,
	NOTHING_SPENT,
	proofBits,
	formMailBudget,
	type Spent,
} from '#domain/auth/message-shares.ts'
import type { Config } from '#server/config/config.ts'

export type MessageChannel = 'mails' | 'texts'

export type Taken = {
	/** True if the budget had a message left for this caller; this call has used it. */
	isTaken: boolean
	/** True if untrusted callers get the error that the budget is used up, even if this message is sent. */
	isOver: boolean
	/** True once per window, when untrusted callers have almost used up their share. */
	isNearlyOver: boolean
	seconds: number
}

type Reading = { spent: number; most: number; seconds: number }

/** Budget for messages requested by signed-out visitors, per time window. Kept in memory: a restart resets it. */
export type MessageBudget = {
	take: (channel: MessageChannel, asker: Asker) => Taken
	takeForForm: () => Taken
	/** Proof-of-work difficulty currently required from untrusted origins, in leading zero bits; 0 for none. */
	proofBits: (channel: MessageChannel | 'forms') => number
	read: (channel: MessageChannel | 'forms') => Reading
}

type Window = { startedAt: number; spent: Spent; forms: number }

const NEW = { startedAt: 0, spent: NOTHING_SPENT, forms: 0 }

export function createMessageBudget({ auth }: Pick<Config, 'auth'>, now: () => Date): MessageBudget {
	const windows: Record<MessageChannel, Window> = { mails: { ...NEW }, texts: { ...NEW } }
	function open(channel: MessageChannel) {
		const { points, seconds } = auth.messageRates[channel]
		const time = now().getTime()
		if (time - windows[channel].startedAt >= seconds * 1000) windows[channel] = { ...NEW, startedAt: time }
		const window = windows[channel]
		const ofForms = channel === 'mails' ? formMailBudget(points) : 0
		const left = Math.max(1, Math.ceil((window.startedAt + seconds * 1000 - time) / 1000))
		return { window, most: points - ofForms, ofForms, seconds: left }
	}
	return {
		take(channel, asker) {
			const { window, most, seconds } = open(channel)
			const isOver = !isOpenToStrangers(most, window.spent)
			const share = chooseShare(most, window.spent, asker)
			if (share !== null) window.spent = { ...window.spent, [share]: window.spent[share] + 1 }
			return { isTaken: share !== null, isOver, isNearlyOver: share === 'stranger' && becomesNearlyUsed(most, window.spent), seconds }
		},
		takeForForm() {
			const { window, ofForms, seconds } = open('mails')
			const isOver = window.forms >= ofForms
			if (!isOver) window.forms += 1
			return { isTaken: !isOver, isOver, isNearlyOver: !isOver && isNearlyUsed(ofForms, window.forms), seconds }
		},
		proofBits(channel) {
			if (channel !== 'forms') return proofBits(open(channel).most, open(channel).window.spent)
			const { window, ofForms } = open('mails')
			return bitsFor(ofForms, window.forms)
		},
		read(channel) {
			const { window, most, ofForms, seconds } = open(channel === 'forms' ? 'mails' : channel)
			if (channel === 'forms') return { spent: window.forms, most: ofForms, seconds }
			return { spent: Object.values(window.spent).reduce((sum, share) => sum + share, 0), most, seconds }
		},
	}
}
