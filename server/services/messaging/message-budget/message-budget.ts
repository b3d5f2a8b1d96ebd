import {
	type Requester,
	isStrangerShareAtWarningLevel,
	bitsFor,
	chooseShare,
	isAtWarningLevel,
	isOpenToStrangers,
	NO_MESSAGES_SENT,
	proofBits,
	formMailBudget,
	type MessageShares,
} from '#domain/auth/message-shares.ts'
import type { Config } from '#server/config/config.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'

export type MessageChannel = 'mails' | 'texts'

export type SpendResult = {
	/** True if the budget had a message left for this caller; this call has used it. */
	isAllowed: boolean
	/** True if untrusted callers get the error that the budget is used up, even if this message is sent. */
	isOver: boolean
	/** True once per window, when untrusted callers have almost used up their share. */
	isNearlyOver: boolean
	seconds: number
}

type Reading = { spent: number; most: number; seconds: number }

/** Budget for messages requested by signed-out visitors, per time window, shared by all servers on the database. */
export type MessageBudget = {
	/** Call it last in a transaction: it locks the budget until the end. */
	spend: (tx: Tx, channel: MessageChannel, requester: Requester) => Promise<SpendResult>
	spendOnForm: (db: Db | Tx) => Promise<SpendResult>
	/** Proof-of-work difficulty currently required from untrusted origins, in leading zero bits; 0 for none. */
	proofBits: (db: Db | Tx, channel: MessageChannel | 'forms') => Promise<number>
	read: (db: Db | Tx, channel: MessageChannel | 'forms') => Promise<Reading>
}

type Window = { startedAt: number; spent: MessageShares; forms: number }
type Opened = { channel: MessageChannel; window: Window; most: number; formLimit: number; seconds: number }

async function save(tx: Tx, { channel, window }: Opened): Promise<void> {
	await tx
		.updateTable('auth.message_budgets')
		.set({ ...window.spent, forms: window.forms, started_at: new Date(window.startedAt) })
		.where('channel', '=', channel)
		.execute()
}

export function createMessageBudget({ auth }: Pick<Config, 'auth'>, now: () => Date): MessageBudget {
	async function open(db: Db | Tx, channel: MessageChannel, lock: 'lock' | null = null): Promise<Opened> {
		const { points, seconds } = auth.messageRates[channel]
		const time = now().getTime()
		const find = db.selectFrom('auth.message_budgets').selectAll().where('channel', '=', channel)
		const row = await (lock ? find.forUpdate() : find).executeTakeFirst()
		// A start in the future was written by a server with a wrong clock.
		const isCurrent = row !== undefined && Math.abs(time - row.started_at.getTime()) < seconds * 1000
		const window = isCurrent
			? { startedAt: row.started_at.getTime(), spent: { usual: row.usual, known: row.known, stranger: row.stranger }, forms: row.forms }
			: { startedAt: time, spent: NO_MESSAGES_SENT, forms: 0 }
		if (lock && !row) {
			const { startedAt } = window
			const first = { channel, started_at: new Date(startedAt) }
			await db
				.insertInto('auth.message_budgets')
				.values(first)
				.onConflict((conflict) => conflict.column('channel').doNothing())
				.execute()
			return open(db, channel, lock)
		}
		const formLimit = channel === 'mails' ? formMailBudget(points) : 0
		const left = Math.max(1, Math.ceil((window.startedAt + seconds * 1000 - time) / 1000))
		return { channel, window, most: points - formLimit, formLimit, seconds: left }
	}
	return {
		async spend(tx, channel, requester) {
			const { window: before, most: limit, seconds: left } = await open(tx, channel)
			// Don't wait for the lock if nothing is left.
			if (chooseShare(limit, before.spent, requester) === null)
				return { isAllowed: false, isOver: !isOpenToStrangers(limit, before.spent), isNearlyOver: false, seconds: left }
			const opened = await open(tx, channel, 'lock')
			const { window, most, seconds } = opened
			const isOver = !isOpenToStrangers(most, window.spent)
			const share = chooseShare(most, window.spent, requester)
			if (share === null) return { isAllowed: false, isOver, isNearlyOver: false, seconds }
			window.spent = { ...window.spent, [share]: window.spent[share] + 1 }
			await save(tx, opened)
			return { isAllowed: true, isOver, isNearlyOver: share === 'stranger' && isStrangerShareAtWarningLevel(most, window.spent), seconds }
		},
		spendOnForm: (db) =>
			inTransaction(db as Db, async (tx) => {
				const opened = await open(tx, 'mails', 'lock')
				const { window, formLimit, seconds } = opened
				if (window.forms >= formLimit) return { isAllowed: false, isOver: true, isNearlyOver: false, seconds }
				window.forms += 1
				await save(tx, opened)
				return { isAllowed: true, isOver: false, isNearlyOver: isAtWarningLevel(formLimit, window.forms), seconds }
			}),
		async proofBits(db, channel) {
			const { window, most, formLimit } = await open(db, channel === 'forms' ? 'mails' : channel)
			return channel === 'forms' ? bitsFor(formLimit, window.forms) : proofBits(most, window.spent)
		},
		async read(db, channel) {
			const { window, most, formLimit, seconds } = await open(db, channel === 'forms' ? 'mails' : channel)
			if (channel === 'forms') return { spent: window.forms, most: formLimit, seconds }
			return { spent: Object.values(window.spent).reduce((sum, share) => sum + share, 0), most, seconds }
		},
	}
}
