import { callApiWithChallenge } from '#app/lib/call-api-with-challenge.ts'
import { Form, hasProblems, useForm } from '#app/lib/form.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { Contact } from '#content/schema/contact.ts'
import { paths } from '#contracts/paths.ts'
import type { ContactAccepted, ContactRequest } from '#contracts/support.ts'
import type { ContactCategory } from '#domain/support/categories.ts'
import { checkFields, contactFields, mapFields } from '#domain/support/check-fields.ts'
import { describeDueTime } from '#domain/support/support-hours.ts'

import { MessageField, SenderFields, SendMessage } from './message-fields.tsx'

const sendMessage = (body: ContactRequest) => callApiWithChallenge<ContactAccepted>('/api/support/contact', { body })

type ContactFormProps = { words: Contact['form']; category: ContactCategory; send?: typeof sendMessage }

/** The contact form. Each message becomes a support ticket. */
export function ContactForm({ words, category, send = sendMessage }: ContactFormProps) {
	const about = category === 'general' ? null : words.categories[category]
	const form = useForm(
		async ({ text, trap, id, form: element }) => {
			const message = mapFields(contactFields, text)
			const wrong = checkFields(contactFields, message)
			if (hasProblems(wrong)) return wrong
			const { dueAt } = await send({ ...message, ticketId: id, ...(about && { category }), ...trap })
			element.reset()
			const done = about?.successText ?? words.successToast.description ?? ''
			const due = (about?.dueText ?? words.dueText).replace('{time}', describeDueTime(Date.parse(dueAt)))
			toast({ ...words.successToast, description: `${done} ${due}` })
		},
		{ describe: () => words.failureToast },
	)
	return (
		<Form of={form} className="relative grid gap-5" action={paths.contact}>
			<h2>{words.title}</h2>
			{about && (
				<Callout title={about.title}>
					<p>{about.text}</p>
				</Callout>
			)}
			<SenderFields words={words} form={form} />
			<TextField label={words.labels.subject} name="subject" required error={form.problems.subject} />
			<MessageField words={words} form={form} />
			<SendMessage words={words} form={form} />
		</Form>
	)
}
