import { useRef, useState } from 'react'

import { newId } from '#app/lib/new-id.ts'
import { ApiError, callApi } from '#app/lib/own-api.ts'
import { reportProblem } from '#app/lib/report-problem.ts'
import { toast } from '#app/ui/toast-store.ts'
import type { Contact } from '#content/schema/contact.ts'
import type { ContactRequest } from '#contracts/support.ts'
import { checkContact, type ContactValues, type FieldMessages } from '#domain/support/check-fields.ts'

export const CONTACT_FIELDS = ['name', 'email', 'subject', 'message'] as const

type Field = (typeof CONTACT_FIELDS)[number]
type Messages = FieldMessages<ContactValues>

const sendMessage = (request: ContactRequest) => callApi<unknown>('/api/support/contact', { body: request })

/** The inputs keep their own text, so whatever happens what was typed stays where it is until the server has it. */
export function readContactForm(form: HTMLFormElement): ContactValues & { website: string } {
	const data = new FormData(form)
	const text = (name: string) => {
		const value = data.get(name)
		return typeof value === 'string' ? value : ''
	}
	return { name: text('name'), email: text('email'), subject: text('subject'), message: text('message'), website: text('website') }
}

/** Spec A §4: idle, sending, then success (form cleared) or failure (text kept). Errors stand under their fields (§5). */
export function useContactForm(words: Contact['form'], send: typeof sendMessage = sendMessage) {
	const [isSending, setSending] = useState(false)
	const [errors, setErrors] = useState<Messages>({})
	// The same text sent again after a lost answer is the same ticket.
	const ticketId = useRef<string | null>(null)

	async function submit(form: HTMLFormElement): Promise<void> {
		if (isSending) return
		const { website, ...values } = readContactForm(form)
		const wrong = checkContact(values)
		setErrors(wrong)
		const first = CONTACT_FIELDS.find((field) => wrong[field])
		if (first) return form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()

		setSending(true)
		ticketId.current ??= newId()
		try {
			await send({ ...values, ticketId: ticketId.current, ...(website && { website }) })
			ticketId.current = null
			form.reset()
			toast(words.successToast)
		} catch (error) {
			reportProblem('The message was not sent', error)
			if (error instanceof ApiError && error.failure.kind === 'refused') setErrors(error.failure.fields)
			toast(words.failureToast)
		} finally {
			setSending(false)
		}
	}

	/** Somebody types: the field's error is out of date, and the text is another ticket. */
	function change(field: Field): void {
		ticketId.current = null
		setErrors((current) => ({ ...current, [field]: undefined }))
	}

	return { isSending, errors, submit, change }
}
