import { useEffect, useState } from 'react'

import { Form, hasErrors, useForm } from '#app/lib/form.tsx'
import { callApiWithChallenge } from '#app/lib/with-captcha.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { Contact } from '#content/schema/contact.ts'
import { paths } from '#contracts/paths.ts'
import type { ContactAccepted, ContactRequest } from '#contracts/support.ts'
import { type ContactCategory, contactDueAt } from '#domain/support/categories.ts'
import { checkFields, contactFields, mapFields } from '#domain/support/check-fields.ts'
import { describeDueTime } from '#domain/support/support-hours.ts'

import { MessageField, SenderFields, SendMessage } from './message-fields.tsx'

const sendMessage = (body: ContactRequest) => callApiWithChallenge<ContactAccepted>('/api/support/contact', { body })

type ContactFormProps = { words: Contact['form']; category: ContactCategory; send?: typeof sendMessage }

export function ContactForm({ words, category, send = sendMessage }: ContactFormProps) {
	const about = category === 'general' ? null : words.categories[category]
	const form = useForm(
		async ({ text, honeypot, id, form: element }) => {
			const message = mapFields(contactFields, text)
			const wrong = checkFields(contactFields, message)
			if (hasErrors(wrong)) return wrong
			const { dueAt } = await send({ ...message, ticketId: id, ...(about && { category }), ...honeypot })
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

type ContactFactsProps = { words: Pick<Contact, 'quick' | 'hours' | 'portal'>; category: ContactCategory; email: string }

export function ContactFacts({ words: { quick, hours, portal }, category, email }: ContactFactsProps) {
	const [dueAt, setDueAt] = useState<number | null>(null)
	useEffect(() => setDueAt(contactDueAt(category, Date.now())), [category])
	return (
		<div className="grid content-start gap-10">
			<section aria-labelledby="quick-contact" className="grid gap-4">
				<h2 id="quick-contact" className="text-xl">
					{quick.title}
				</h2>
				<dl className="grid gap-4">
					<div>
						<dt className="font-semibold">{quick.emailLabel}</dt>
						<dd>
							<a href={`mailto:${email}`} className="link inline-flex min-h-11 items-center">
								{email}
							</a>
						</dd>
					</div>
					<div>
						<dt className="font-semibold">{quick.answerLabel}</dt>
						<dd>{quick.answerText}</dd>
						{/* Reserves space, so that nothing shifts once the browser has computed the time. */}
						<dd className="mt-2 min-h-12">{dueAt !== null && quick.dueNowText.replace('{time}', describeDueTime(dueAt))}</dd>
					</div>
					<div>
						<dt className="font-semibold">{quick.placeLabel}</dt>
						<dd>{quick.placeText}</dd>
					</div>
				</dl>
			</section>
			<section aria-labelledby="support-hours">
				<h2 id="support-hours" className="text-xl">
					{hours.title}
				</h2>
				<dl className="mt-4 border-t-2 border-ink">
					{hours.rows.map((row) => (
						<div key={row.days} className="flex flex-wrap justify-between gap-x-6 border-b border-line-strong py-3">
							<dt>{row.days}</dt>
							<dd className="font-semibold tabular-nums">{row.time}</dd>
						</div>
					))}
				</dl>
				<p className="mt-3 text-soft">{hours.note}</p>
			</section>
			<section aria-labelledby="student-portal" className="grid justify-items-start gap-3">
				<h2 id="student-portal" className="text-xl">
					{portal.title}
				</h2>
				<p>{portal.text}</p>
				<LinkButton to={portal.button.href} variant="secondary">
					{portal.button.label}
				</LinkButton>
			</section>
		</div>
	)
}
