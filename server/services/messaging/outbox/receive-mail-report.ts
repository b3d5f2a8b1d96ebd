import type { SuppressionReason } from '#domain/email/mail-stream.ts'
import { isBadMailboxStatus } from '#domain/email/smtp-reply.ts'
import type { MailReport } from '#server/adapters/email/port.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { loadSecrets } from '#server/services/platform/keys/server-secret.ts'

import { suppressAddress } from './mail-suppressions.ts'

export type ReportOutcome = 'no-report' | 'unknown-message' | 'noted' | 'ignored' | SuppressionReason

const reasonOf = (report: MailReport): SuppressionReason | null => {
	if (report.kind === 'complaint') return 'complaint'
	return report.isFinal && isBadMailboxStatus(report.status) ? 'hard-bounce' : null
}

/**
 * Processes a bounce or complaint received by email. Anyone could send one, so it must have the ID of a message we sent, which
 * only its recipient knows, and be about that recipient.
 * @param source the raw message
 * @returns what was done; `noted`: a permanent failure that isn't about the mailbox
 */
export async function receiveMailReport(ctx: ServiceContext, source: Buffer): Promise<ReportOutcome> {
	const report = await ctx.readMailReport(source)
	if (!report) return 'no-report'
	const { messageId } = report
	if (messageId === null) return 'unknown-message'
	await loadSecrets(ctx)
	return inTransaction(ctx.db, async (tx) => {
		const message = await tx
			.selectFrom('outbox_messages')
			.select(['to_address'])
			.where('id', '=', messageId)
			.where('channel', '=', 'email')
			.where('status', 'in', ['sent', 'unknown', 'bounced'])
			.forUpdate()
			.executeTakeFirst()
		if (!message) return 'unknown-message'
		const reason = reasonOf(report)
		if (report.kind === 'bounce' && !report.isFinal) return 'ignored'
		if (report.kind === 'bounce')
			await tx
				.updateTable('outbox_messages')
				.set({ status: 'bounced', last_error: `came back: ${report.status}` })
				.where('id', '=', messageId)
				.execute()
		if (reason === null) return 'noted'
		await suppressAddress(ctx, tx, { address: message.to_address, reason, messageId })
		return reason
	})
}
