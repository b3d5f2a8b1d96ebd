import type { EmailSender } from './port.ts'

/**
 * The sandbox's transport (DECISIONS, Sandbox): nothing leaves this machine, and the message's place of delivery is
 * the outbox itself, where /dev/outbox shows it.
 */
export const outboxEmail: EmailSender = {
	send: async (message) => ({ kind: 'accepted', providerId: `outbox:${message.id}` }),
}
