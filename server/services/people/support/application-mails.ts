import type { Content } from '#content/load-content.server.ts'
import type { RenderedMail } from '#server/services/context.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'

import { toReference } from './support-mails.ts'

const describeWish = (title: string | null) => (title === null ? 'a general application' : `an application for ${title}`)

// Renders an email that quotes nothing from the form; the title comes from the content.
export function applicationReceivedMail(content: Content, { id, title }: { id: string; title: string | null }): RenderedMail {
	const reference = toReference(id)
	const mail = {
		heading: 'Your application has arrived',
		paragraphs: [
			`Thank you for your interest in working at ${content.site.name}. We have ${describeWish(title)} from you under the reference ${reference}.`,
			'A person will read it, and you will hear from us within ten business days, whatever the answer.',
		],
		notes: ['Didn’t apply? Someone probably entered your address by mistake. You don’t need to do anything.'],
	}
	return { template: 'support.application-received', subject: `We have your application (${reference})`, ...layoutMail(content, mail) }
}

type Application = { id: string; name: string; email: string; message: string; title: string | null; hasFile: boolean }

/** Notifies the team of an application, without its file: a CV doesn't belong in an email. */
export function applicationNoticeMail(content: Content, { id, name, email, message, title, hasFile }: Application): RenderedMail {
	const reference = toReference(id)
	const mail = {
		heading: `New application ${reference}`,
		paragraphs: [`It is ${describeWish(title)}.`, message],
		notes: [`From: ${name}, ${email}`, hasFile ? 'A PDF came with it and is stored with the application.' : 'No file came with it.'],
	}
	return {
		template: 'support.application-notice',
		subject: `New application ${reference}`,
		headers: { 'Reply-To': email },
		...layoutMail(content, mail),
	}
}
