import type { ServiceContext, Tx } from '#server/context.ts'

const MAX_ATTEMPTS = 6
const MAX_ERROR_LENGTH = 500

const claimMessage = (tx: Tx, id: string) =>
	tx.selectFrom('outbox_messages').selectAll().where('id', '=', id).where('status', '=', 'queued').forUpdate().executeTakeFirst()

type Message = NonNullable<Awaited<ReturnType<typeof claimMessage>>>

async function send(ctx: ServiceContext, message: Message): Promise<{ providerId: string }> {
	if (message.channel !== 'email') throw new Error(`no transport for ${message.channel}`)
	return ctx.email.send({
		id: message.id,
		to: message.to_address,
		subject: message.subject,
		text: message.body,
		html: message.body_html,
		headers: message.headers as Record<string, string>,
	})
}

async function markFailure(tx: Tx, message: Message, reason: string): Promise<'retry' | 'failed'> {
	const attempts = message.attempts + 1
	const isLast = attempts >= MAX_ATTEMPTS
	await tx
		.updateTable('outbox_messages')
		.set({ attempts, last_error: reason.slice(0, MAX_ERROR_LENGTH), status: isLast ? 'failed' : 'queued' })
		.where('id', '=', message.id)
		.execute()
	return isLast ? 'failed' : 'retry'
}

/**
 * Sends one queued message and marks it sent. A message that is no longer queued is left alone, so a repeated job sends nothing.
 * The row stays locked while the transport works: two jobs for one message send it once. A process that dies between
 * the transport's answer and the mark sends again; the message's id lets the receiving side recognise it.
 * @throws Error when the transport refused and another attempt is due; after the last attempt the message is `failed` instead
 */
export async function deliverMessage(ctx: ServiceContext, { messageId }: { messageId: string }): Promise<void> {
	const outcome = await ctx.db.transaction().execute(async (tx) => {
		const message = await claimMessage(tx, messageId)
		if (!message) return { kind: 'nothing-to-do' } as const
		try {
			const { providerId } = await send(ctx, message)
			await tx
				.updateTable('outbox_messages')
				.set({ status: 'sent', provider_id: providerId, sent_at: ctx.now(), attempts: message.attempts + 1, last_error: null })
				.where('id', '=', message.id)
				.execute()
			return { kind: 'sent' } as const
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error)
			return { kind: await markFailure(tx, message, reason), reason } as const
		}
	})
	if (outcome.kind === 'retry') throw new Error(`message ${messageId} was not accepted: ${outcome.reason}`)
	if (outcome.kind === 'failed') ctx.log.error('message given up', { messageId, reason: outcome.reason })
}
