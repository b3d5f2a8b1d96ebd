import type { EmailSender } from './port.ts'

/** The sandbox's transport: nothing leaves this machine; the message stays in the outbox, which /dev/outbox shows. */
export const outboxEmail: EmailSender = {
	send: async (message) => ({ kind: 'accepted', providerId: `outbox:${message.id}` }),
}
