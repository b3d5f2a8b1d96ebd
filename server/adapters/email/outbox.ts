import type { EmailSender } from './port.ts'

/** Transport of the sandbox: sends nothing. The message stays in the outbox, which /dev/outbox shows. */
export const outboxEmail: EmailSender = {
	send: async (message) => ({ kind: 'accepted', providerId: `outbox:${message.id}` }),
}
