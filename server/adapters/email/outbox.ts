import type { EmailSender } from './port.ts'

/** Sandbox transport that sends nothing: the message stays in the outbox, which /dev/outbox shows. */
export const outboxEmail: EmailSender = {
	send: async (message) => ({ kind: 'accepted', providerId: `outbox:${message.id}` }),
}
