import { callApi } from '#app/lib/own-api.ts'
import type { Contact } from '#content/schema/contact.ts'
import type { ContactAccepted, ContactRequest } from '#contracts/support.ts'
import type { ContactCategory } from '#domain/support/categories.ts'
import { checkContact, type ContactValues } from '#domain/support/check-fields.ts'
import { describeDueTime } from '#domain/support/support-hours.ts'

import { textOf, useLetter } from './use-letter.ts'

const CONTACT_FIELDS = ['name', 'email', 'subject', 'message'] as const

const sendMessage = (request: ContactRequest) => callApi<ContactAccepted>('/api/support/contact', { body: request })

const readContact = (data: FormData): ContactValues => ({
	name: textOf(data, 'name'),
	email: textOf(data, 'email'),
	subject: textOf(data, 'subject'),
	message: textOf(data, 'message'),
})

/** A message to the support becomes a ticket. */
export const useContactForm = (words: Contact['form'], category: ContactCategory, send: typeof sendMessage = sendMessage) =>
	useLetter({
		fields: CONTACT_FIELDS,
		words:
			category === 'general'
				? words
				: { ...words, successToast: { ...words.successToast, description: words.categories[category].successText } },
		check: (data) => checkContact(readContact(data)),
		send: (data, ticketId) => {
			const website = textOf(data, 'website')
			return send({ ...readContact(data), ticketId, ...(category !== 'general' && { category }), ...(website && { website }) })
		},
		addToSuccess: ({ dueAt }) => words.dueText.replace('{time}', describeDueTime(Date.parse(dueAt))),
	})
